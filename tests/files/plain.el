a b
b c
c a
