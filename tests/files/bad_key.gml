graph [
 node [ id 1
 lab#l "a" ] ]
