graph [
  node [ id 0 label "&#2648126481;" ]
  node [ id 1 label "&amp;&#246;" ]
  edge [ source 0 target 1 ]
]
