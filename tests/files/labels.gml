Creator "by hand"
graph [
  directed 1
  node [ id 1 label "A &amp; B" ]
  node [
    id 2
    label "C"
    graphics [ x 1.0 y 2 ]
  ]
  node [ id 3 label "D" ]
  edge [ source 1 target 2 value 1.5 ]
  edge [ source 2 target 1 value 2 ]
]
