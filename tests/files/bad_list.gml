graph [ node [ id 1 ] node [ id 2 ]
 edgf [ source 1 target 2 ] ]
