graph [ node [ id 10 ] node [ id 20 ]
 edge [ source 10 target 20 ] ]
