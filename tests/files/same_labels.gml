graph [
  node [ id 1 label "A" ]
  node [ id 2 label "B" ]
  node [ id 3 label "A" ]
  edge [ source 1 target 2 ]
  edge [ source 2 target 3 ]
]
