graph [
  node [ id 0 label "&#2648126481;&#20140;" ]
  node [ id 1 label "&amp;&#246;&#235a;&notit;" ]
  edge [ source 0 target 1 ]
]
