package graph

import (
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

const (
	exactDigits = 1e15 // float64 tells decimals of 15 digits apart
	exactPower  = 22   // 10^22 is the largest power of ten that float64 has
)

// DecimalOf is a decimal as the nearest float64: a whole number in two's complement, its lowest word first, times
// 10^-scale. Decimals of more than 15 digits, which float64 may round to the same as others, and whole numbers from
// 2^53 on are errors. Zeros at the end are no digits. At most four words.
func DecimalOf(words []uint64, scale int) (float64, error) {
	var room [4]uint64
	number := room[:copy(room[:], words)]
	negative := number[len(number)-1]>>63 != 0
	if negative {
		negate(number)
	}
	places := scale
	for ; places > 0; places-- {
		shorter, last := room, uint64(0)
		for i := len(number) - 1; i >= 0; i-- {
			shorter[i], last = bits.Div64(last, number[i], 10)
		}
		if last != 0 {
			break
		}
		room = shorter
	}
	most := uint64(exactDigits - 1)
	if places <= 0 {
		most = MostUnits
	}
	small := number[0] <= most
	for _, word := range number[1:] {
		small = small && word == 0
	}
	for ; small && places < 0 && number[0] > 0; places++ {
		var over uint64
		over, number[0] = bits.Mul64(number[0], 10)
		small = over == 0 && number[0] <= most
	}
	if !small {
		return 0, longDecimal(words, scale, places <= 0)
	}
	value := float64(number[0])
	switch {
	case places > exactPower:
		value, _ = strconv.ParseFloat(fmt.Sprintf("%de-%d", number[0], places), 64)
	case places > 0:
		value /= powers[places]
	}
	if negative {
		value = -value
	}
	return value, nil
}

var powers = func() (p [exactPower + 1]float64) {
	p[0] = 1
	for i := range exactPower {
		p[i+1] = p[i] * 10
	}
	return p
}()

func negate(number []uint64) {
	carry := uint64(1)
	for i, word := range number {
		number[i], carry = bits.Add64(^word, 0, carry)
	}
}

// longDecimal is the error of a decimal that float64 does not hold.
func longDecimal(words []uint64, scale int, whole bool) error {
	number := make([]uint64, len(words))
	copy(number, words)
	sign := ""
	if number[len(number)-1]>>63 != 0 {
		negate(number)
		sign = "-"
	}
	value := new(big.Int)
	for i := len(number) - 1; i >= 0; i-- {
		value.Or(value.Lsh(value, 64), new(big.Int).SetUint64(number[i]))
	}
	text := value.String()
	if scale > 0 {
		text = strings.Repeat("0", max(scale+1-len(text), 0)) + text
		text = text[:len(text)-scale] + "." + text[len(text)-scale:]
	} else {
		text += strings.Repeat("0", -scale)
	}
	if whole {
		return fmt.Errorf("the weight %s is 2^53 or more, and only smaller lengths are exact: give weights in a larger unit",
			sign+Shorten(text))
	}
	return fmt.Errorf("the weight %s has more than 15 digits, and float64 would round it: round the column to fewer "+
		"places, or cast it to float64", sign+Shorten(text))
}
