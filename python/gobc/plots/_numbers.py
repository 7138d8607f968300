"""One style for every number in a report. page.js writes those of tables and pictures in the same style."""

from __future__ import annotations

import math

DIGITS = 6  # significant digits of a score
TICK = 3  # of an axis
SUPERSCRIPTS = str.maketrans("-0123456789", "\N{SUPERSCRIPT MINUS}\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")


def number(value: float, digits: int = DIGITS) -> str:
    """`value` rounded to `digits` significant digits, with thousands separators; powers of ten below 0.0001 and from 10^9 on.

    Examples
    --------
    >>> number(1234567.0), number(0.05856982), number(2.0e-10), number(float("inf"))
    ('1,234,567', '0.0585698', '2 \u00d7 10\u207b\u00b9\u2070', 'inf')
    """
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    if float(value).is_integer() and abs(value) < 1e9:
        return f"{value:,.0f}"
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    power = int(exponent)
    if -5 < power < 9:
        text = f"{value:,.{max(0, digits - 1 - power)}f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa} \N{MULTIPLICATION SIGN} 10{str(power).translate(SUPERSCRIPTS)}"
