library(testthat)
library(gobc)

test_check("gobc")
