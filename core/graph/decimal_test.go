package graph

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// words is a whole number in two's complement.
func words(x *big.Int, count int) []uint64 {
	all := make([]uint64, count)
	rest := new(big.Int).Mod(x, new(big.Int).Lsh(big.NewInt(1), uint(64*count)))
	for i := range all {
		all[i] = new(big.Int).Rsh(rest, uint(64*i)).Uint64()
	}
	return all
}

// A decimal is the float64 that its text is, and its digits are those of the float64; or it is an error.
func TestDecimalsAreTheirText(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	read, refused, rounds := 0, 0, 200_000
	if testing.Short() {
		rounds = 50_000
	}
	for range rounds {
		count := []int{1, 2, 4}[draw.IntN(3)]
		digits := 1 + draw.IntN(18*count)
		text := strconv.Itoa(1 + draw.IntN(9))
		for len(text) < digits {
			text += strconv.Itoa(draw.IntN(10) * draw.IntN(2))
		}
		if draw.IntN(2) == 0 {
			text = "-" + text
		}
		scale := draw.IntN(60) - 5
		number, _ := new(big.Int).SetString(text, 10)
		got, err := DecimalOf(words(number, count), scale)
		want, _ := strconv.ParseFloat(fmt.Sprintf("%se%d", text, -scale), 64)
		significant := len(strings.TrimRight(strings.TrimPrefix(text, "-"), "0"))
		value := new(big.Rat).SetFrac(number, big.NewInt(1))
		value.Mul(value, power(-scale))
		fits := significant <= 15
		if value.IsInt() {
			fits = value.Num().CmpAbs(big.NewInt(MostUnits)) <= 0
		}
		switch {
		case fits != (err == nil):
			t.Fatalf("%s, scale %d: %v", text, scale, err)
		case err != nil:
			refused++
			if !strings.Contains(err.Error(), "the weight "+text[:1]) && !strings.Contains(err.Error(), "the weight -") &&
				!strings.Contains(err.Error(), "the weight 0") {
				t.Fatalf("%s, scale %d: %v", text, scale, err)
			}
		case got != want:
			t.Fatalf("%s, scale %d: %v, not %v", text, scale, got, want)
		default:
			read++
		}
	}
	if read < rounds/4 || refused < rounds/4 {
		t.Errorf("%d are read, %d refused", read, refused)
	}
}

func power(exponent int) *big.Rat {
	p := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exponent, -exponent))), nil)
	if exponent < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), p)
	}
	return new(big.Rat).SetInt(p)
}

func TestDecimalsThatAreRefused(t *testing.T) {
	for _, c := range []struct {
		number string
		scale  int
		text   string
	}{
		{"1234567890123456", 3, "the weight 1234567890123.456 has more than 15 digits"},
		{"-1234567890123456", 20, "the weight -0.00001234567890123456 has more than 15 digits"},
		{"9007199254740992", 0, "the weight 9007199254740992 is 2^53 or more"},
		{"9007199254740992000", 3, "the weight 9007199254740992.000 is 2^53 or more"},
		{"99", -20, "the weight 9900000000000000000000 is 2^53 or more"},
		{"170141183460469231731687303715884105727", 1, "has more than 15 digits"},
		{"-170141183460469231731687303715884105728", 0, "the weight -170141183460469231731687303715884105728 is"},
	} {
		number, _ := new(big.Int).SetString(c.number, 10)
		if x, err := DecimalOf(words(number, 2), c.scale); err == nil || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s, scale %d: %v, %v", c.number, c.scale, x, err)
		}
	}
	for _, scale := range []int{0, 3, 40} {
		if x, err := DecimalOf([]uint64{0, 0}, scale); x != 0 || err != nil {
			t.Errorf("0, scale %d: %v, %v", scale, x, err)
		}
	}
}
