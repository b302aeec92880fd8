"""An example of each operation, and its equation where it is defined by one.

The operations come from the calculator's table. The tests run the examples, and compare the equations with brute force.
"""

# name: (equation, call, result)
EXAMPLES = {
    "rank": (
        None,
        'rank("((2,3),4)")',
        "2",
    ),
    "depth": (
        None,
        'depth("((2,3),4)")',
        "2",
    ),
    "length": (
        None,
        'length("((2,3),4)")',
        "3",
    ),
    "profile": (
        None,
        "profile((2, (3, 4)))",
        "Profile('(*,(*,*))')",
    ),
    "mode": (
        "mode(X, k) = X_k",
        'mode("(8,(4,2)):(1,(16,8))", 1)',
        "Layout('(4,2):(16,8)')",
    ),
    "equal": (
        None,
        'equal("(4,8)", "(4,8):(1,4)")',
        "True",
    ),
    "size": (
        "size(S) = s_0 s_1 ..",
        'size("(4,8):(8,1)")',
        "32",
    ),
    "product": (
        "s_0 s_1 ..",
        "product((2, (3, 4)))",
        "24",
    ),
    "inner_product": (
        "x_0 y_0 + x_1 y_1 + ..",
        "inner_product((1, 2), (8, 1))",
        "10",
    ),
    "congruent": (
        None,
        "congruent((4, (2, 4)), (7, (3, 2)))",
        "True",
    ),
    "weakly_congruent": (
        None,
        "weakly_congruent((4, 8), (7, (3, 2)))",
        "True",
    ),
    "compatible": (
        None,
        "compatible((4, 6), (4, (2, 3)))",
        "True",
    ),
    "refines": (
        None,
        "refines((4, (2, 3)), (4, 6))",
        "True",
    ),
    "shape_div": (
        None,
        "shape_div((12, 3), 6)",
        "(2, 3)",
    ),
    "ceil_div": (
        "ceil(s / s') for each leaf",
        "ceil_div((10, 7), (4, 4))",
        "(3, 2)",
    ),
    "evenly_divides": (
        None,
        "evenly_divides((2, 4), (8, 8))",
        "False",
    ),
    "prefix_product": (
        "d_k = N s_0 .. s_{k-1}",
        "prefix_product((8, 4), 3)",
        "(3, 24)",
    ),
    "compact_col_major": (
        "d_k = s_0 .. s_{k-1}",
        "compact_col_major((4, 8))",
        "(1, 4)",
    ),
    "compact_row_major": (
        "d_k = s_{k+1} .. s_{n-1}",
        "compact_row_major((4, 8))",
        "(8, 1)",
    ),
    "compact_order": (
        None,
        "compact_order((2, 3, 5), (2, 0, 1))",
        "(15, 1, 3)",
    ),
    "crd2idx": (
        "L(c) = c_0 d_0 + c_1 d_1 + ..",
        'crd2idx((1, 2), "(4,8):(8,1)")',
        "10",
    ),
    "idx2crd": (
        "c_k = floor(i / (s_0 .. s_{k-1})) mod s_k",
        "idx2crd(9, (4, 8))",
        "(1, 2)",
    ),
    "coord_map": (
        None,
        "coord_map((4, 8), (4, (2, 4)), (1, 5))",
        "(1, (1, 2))",
    ),
    "coordinates": (
        None,
        "coordinates((2, 3))",
        "[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)]",
    ),
    "colexicographic": (
        None,
        "colexicographic((3, 0), (0, 1))",
        "-1",
    ),
    "shape": (
        None,
        'shape("(4,8):(1,4)")',
        "(4, 8)",
    ),
    "stride": (
        None,
        'stride("(4,8):(1,4)")',
        "(1, 4)",
    ),
    "cosize": (
        "1 + max L(c)",
        'cosize("(4,8):(16,1)")',
        "56",
    ),
    "offsets": (
        "[L(0), L(1), ..]",
        None,
        None,
    ),
    "image": (
        "{ L(c) }",
        'image("(2,3):(2,1)")',
        "[0, 1, 2, 3, 4]",
    ),
    "is_compact": (
        "{ L(c) } = 0..size(L), each once",
        'is_compact("(4,8):(8,1)")',
        "True",
    ),
    "is_injective": (
        "L(c) = L(c') only for c = c'",
        'is_injective("(4,4):(3,4)")',
        "True",
    ),
    "is_surjective": (
        None,
        'is_surjective("(2,2):(1,3)")',
        "False",
    ),
    "is_sorted": (
        "d_0 <= d_1 <= ..",
        'is_sorted("(4,8):(8,1)")',
        "False",
    ),
    "slice": (
        "L(c) = r(open part of c) + offset",
        'slice("(3,2):(4,1)", (1, None))',
        "[Layout('2:1'), 4]",
    ),
    "dice": (
        None,
        'dice("(3,2):(4,1)", (1, None))',
        "[Layout('3:4'), 4]",
    ),
    "identity": (
        "r(i) = i",
        "identity((3, 2))",
        "Layout('(3,2):(1,3)')",
    ),
    "make_identity_layout": (
        "r(c) = c",
        "make_identity_layout((4, 8))",
        "Layout('(4,8):(e0,e1)')",
    ),
    "make_ordered_layout": (
        None,
        "make_ordered_layout((2, 3, 5), (2, 0, 1))",
        "Layout('(2,3,5):(15,1,3)')",
    ),
    "make_layout_like": (
        None,
        'make_layout_like("(2,3):(30,10)")',
        "Layout('(2,3):(3,1)')",
    ),
    "function_to_xor": (
        "r(i) = values[i]",
        "function_to_xor([0, 1, 3, 2])",
        "Layout('(2,2):(f1,f3)')",
    ),
    "function_to_layout": (
        "r(i) = values[i]",
        "function_to_layout([0, 4, 1, 5])",
        "Layout('(2,2):(4,1)')",
    ),
    "concatenate": (
        "r(x, y, ..) = L(x) + L'(y) + ..",
        'concatenate("3:4", "(2,5):(2,1)")',
        "Layout('(3,(2,5)):(4,(2,1))')",
    ),
    "append": (
        None,
        'append("(2,3):(1,2)", "5:6")',
        "Layout('(2,3,5):(1,2,6)')",
    ),
    "prepend": (
        None,
        'prepend("(2,3):(1,2)", "5:6")',
        "Layout('(5,2,3):(6,1,2)')",
    ),
    "take": (
        None,
        'take("(2,3,5,7):(1,2,6,30)", 1, 3)',
        "Layout('(3,5):(2,6)')",
    ),
    "select": (
        None,
        'select("(2,3,5):(1,2,6)", [2, 0])',
        "Layout('(5,2):(6,1)')",
    ),
    "permute": (
        None,
        'permute("(2,3,5):(1,2,6)", [1, 2, 0])',
        "Layout('(3,5,2):(2,6,1)')",
    ),
    "group": (
        None,
        'group("(2,3,5,7):(1,2,6,30)", 1, 3)',
        "Layout('(2,(3,5),7):(1,(2,6),30)')",
    ),
    "zip": (
        None,
        'zip("(3,4):(4,1)", "(2,5):(12,24)")',
        "Layout('((3,2),(4,5)):((4,12),(1,24))')",
    ),
    "flatten": (
        None,
        'flatten("((2,3),4):((1,2),6)")',
        "Layout('(2,3,4):(1,2,6)')",
    ),
    "unflatten": (
        None,
        'unflatten("(2,3,5):(1,2,6)", "(*,(*,*))")',
        "Layout('(2,(3,5)):(1,(2,6))')",
    ),
    "relative_modes": (
        None,
        'relative_modes((2, (3, 5)), "(*,*)")',
        "[2, (3, 5)]",
    ),
    "relative_flatten": (
        None,
        'relative_flatten((2, (3, (5, 7))), "(*,(*,*))")',
        "(2, 3, (5, 7))",
    ),
    "substitute": (
        None,
        'substitute("(*,*)", ["8:1", "(2,2):(1,2)"])',
        "Layout('(8,(2,2)):(1,(1,2))')",
    ),
    "coalesce": (
        "r(i) = L(i)",
        'coalesce("(2,(4,3)):(1,(2,8))")',
        "Layout('24:1')",
    ),
    "filter": (
        None,
        'filter("(2,4,3):(1,0,2)")',
        "Layout('6:1')",
    ),
    "filter_zeros": (
        None,
        'filter_zeros("(2,4,3):(1,0,2)")',
        "Layout('(2,1,3):(1,0,2)')",
    ),
    "squeeze": (
        None,
        'squeeze("(2,1,3):(1,7,2)")',
        "Layout('(2,3):(1,2)')",
    ),
    "squeeze_zeros": (
        None,
        'squeeze_zeros("(2,4,3):(1,0,2)")',
        "Layout('(2,3):(1,2)')",
    ),
    "sort": (
        None,
        'sort("(2,3):(3,1)")',
        "Layout('(3,2):(1,3)')",
    ),
    "upcast": (
        None,
        'upcast("(8,4):(1,8)", 4)',
        "Layout('(2,4):(1,2)')",
    ),
    "downcast": (
        None,
        'downcast("(2,4):(1,2)", 4)',
        "Layout('(8,4):(1,8)')",
    ),
    "recast": (
        None,
        'recast("(8,4):(1,8)", 8, 32)',
        "Layout('(2,4):(1,2)')",
    ),
    "partition": (
        "r(t, (v, k)) = L(the place of value v of thread t in tile k)",
        'partition("(4,6):(6,1)", (2, 3), "(3,2):(2,1)")',
        "Layout('(3,(2,(2,2))):(1,(6,(12,3)))')",
    ),
    "locate": (
        "A(r(i)) = B(i)",
        'locate("(8,8):(8,1)", "(2,4):(1,8)")',
        "Layout('(2,4):(8,1)')",
    ),
    "bank_conflicts": (
        None,
        'bank_conflicts("(32,1):(32,1)", 4)',
        "31",
    ),
    "conflict_free_swizzle": (
        None,
        'conflict_free_swizzle(4, 1, "32:1", "32:32")',
        "Swizzle('Sw<5,0,5>')",
    ),
    "same_function": (
        "A(i) = B(i) for all i",
        'same_function("(2,4):(1,2)", "8:1")',
        "True",
    ),
    "first_difference": (
        None,
        'first_difference("(4,8):(1,4)", "(4,8):(8,1)")',
        "[1, 1, 8]",
    ),
    "owners": (
        "{ c : L(c) = offset }",
        'owners("(2,3):(1,1)", 1)',
        "[(1, 0), (0, 1)]",
    ),
    "coalescing": (
        None,
        'coalescing("32:2", 4)',
        "[8, 4]",
    ),
    "vectors": (
        None,
        'vectors("(8,8):(1,8)", 16)',
        "Value('vectors((8,8):(1,8), 16)')",
    ),
    "ldmatrix": (
        None,
        'ldmatrix("((4,8),2):((16,1),8)", 1)',
        "Value('ldmatrix(((4,8),2):((16,1),8), 1)')",
    ),
    "ldmatrix_trans": (
        None,
        'ldmatrix_trans("((4,8),2):((2,8),1)", 1)',
        "Value('ldmatrix_trans(((4,8),2):((2,8),1), 1)')",
    ),
    "stmatrix": (
        None,
        'stmatrix("((4,8),2):((16,1),8)", 1)',
        "Value('stmatrix(((4,8),2):((16,1),8), 1)')",
    ),
    "stmatrix_trans": (
        None,
        'stmatrix_trans("((4,8),2):((2,8),1)", 1)',
        "Value('stmatrix_trans(((4,8),2):((2,8),1), 1)')",
    ),
    "tma": (
        None,
        "tma(0)",
        "Value('tma(0)')",
    ),
    "wgmma": (
        None,
        "wgmma(0)",
        "Value('wgmma(0)')",
    ),
    "shared": (
        None,
        'shared((8, 8), 16, "(8,8):(1,8)", "(8,8):(8,1)")',
        "Layout('(8,8):(f9,f1)')",
    ),
    "copy_plan": (
        None,
        'copy_plan("(32,32):(1,32)", "(32,32):(32,1)", 32, 4)',
        "[(16, 32), Layout('((8,4),(4,4)):((64,4),(1,16))'), Layout('((8,4),(4,4)):((64,4),(16,1))')]",
    ),
    "copy_plan_tile": (
        None,
        'copy_plan_tile("1024:1", "1024:1", 64, 2)',
        "Layout('512:1')",
    ),
    "copy_plan_from": (
        None,
        'copy_plan_from("(4,8):(8,1)", "32:1", 8, 4)',
        "Layout('(4,8):(8,1)')",
    ),
    "copy_plan_to": (
        None,
        'copy_plan_to("(4,8):(8,1)", "32:1", 8, 4)',
        "Layout('(4,8):(1,4)')",
    ),
    "copy_plan_read": (
        None,
        'copy_plan_read("1024:1", "1024:1", 64, 2)',
        "Layout('(64,8):(8,1)')",
    ),
    "copy_plan_write": (
        None,
        'copy_plan_write("1024:1", "1024:1", 64, 2)',
        "Layout('(64,8):(8,1)')",
    ),
    "copy_plan_shared": (
        None,
        'copy_plan_shared("(32,32):(1,32)", "(32,32):(32,1)", 32, 1)',
        "Layout('(32,(2,2,4,2)):(f1,(f32,f192,f256,f64))')",
    ),
    "copy_loops": (
        None,
        'copy_loops("(64,64):(1,64)", "(64,64):(64,1)", 4)',
        "[Layout('(64,64):(1,64)'), Layout('(64,64):(64,1)'), ((0, 64), (1, 64))]",
    ),
    "redistribute": (
        None,
        'redistribute("(2,4):(4e0,e0)", "(2,7):(0,e0)", 7)',
        "[[0, 1, 4], [1, 0, 3]]",
    ),
    "composition": (
        "r(c) = F(T(c))",
        'composition("(6,2):(8,2)", "(4,3):(3,1)")',
        "Layout('((2,2),3):((24,2),8)')",
    ),
    "composed": (
        "r(c) = F(n + B(c))",
        'composed("Sw<1,0,1>", 2, "2:1")',
        "Layout('Sw<1,0,1> o 2 o 2:1')",
    ),
    "to_xor": (
        "r(i) = L(i)",
        'to_xor("(4,8):(8,1)")',
        "Layout('(4,8):(f8,f1)')",
    ),
    "to_integers": (
        "r(i) = L(i)",
        'to_integers("(4,8):(f8,f1)")',
        "Layout('(4,8):(8,1)')",
    ),
    "to_swizzle": (
        "r(i) = L(i)",
        'to_swizzle("(8,4):(f1,f9)")',
        "Swizzle('Sw<2,0,3>')",
    ),
    "alignment": (
        None,
        'alignment("Sw<3,4,3>")',
        "16",
    ),
    "admissible": (
        None,
        'admissible("(4,6):(1,7)", "2:5")',
        "False",
    ),
    "image_in_range": (
        None,
        'image_in_range("(4,6):(1,5)", "(2,3):(1,11)")',
        "True",
    ),
    "complement": (
        "(L, r) is a bijection onto 0..N",
        'complement("4:2", 24)',
        "Layout('(2,3):(1,8)')",
    ),
    "complement_ceil": (
        "copies of L at the offsets of r are disjoint and reach N",
        'complement_ceil("4:2", 19)',
        "Layout('(2,3):(1,8)')",
    ),
    "complement_ext": (
        "copies of L at the offsets of r are disjoint, without end",
        'complement_ext("4:2")',
        "Layout('(2,1):(1,8)')",
    ),
    "right_inverse": (
        "F(r(i)) = i",
        'right_inverse("(4,8):(8,1)")',
        "Layout('(8,4):(4,1)')",
    ),
    "left_inverse": (
        "F(r(F(i))) = F(i)",
        'left_inverse("(2,4):(1,4)")',
        "Layout('(4,4):(1,2)')",
    ),
    "nullspace": (
        "L(r(i)) = 0",
        'nullspace("(2,4):(1,0)")',
        "Layout('4:2')",
    ),
    "max_common_layout": (
        "A(r(i)) = i = B(r(i))",
        'max_common_layout("(8,8):(1,8)", "(8,8):(1,16)")',
        "Layout('8:1')",
    ),
    "max_common_vector": (
        None,
        'max_common_vector("(8,8):(1,8)", "(8,8):(1,16)")',
        "8",
    ),
    "domain_distribute": (
        None,
        "domain_distribute((4, 8), 8)",
        "Layout('8:1')",
    ),
    "logical_divide": (
        "r(x, y) = A(T(x) + T*(y)), T* the complement of T in size(A)",
        'logical_divide("24:1", "4:2")',
        "Layout('(4,(2,3)):(2,(1,8))')",
    ),
    "zipped_divide": (
        "r((x, x'), (y, y')) = logical_divide(A, T)((x, y), (x', y'))",
        'zipped_divide("(8,8):(1,8)", "<2:1,4:1>")',
        "Layout('((2,4),(4,2)):((1,8),(2,32))')",
    ),
    "tiled_divide": (
        None,
        'tiled_divide("(8,8):(1,8)", "<2:1,4:1>")',
        "Layout('((2,4),4,2):((1,8),2,32)')",
    ),
    "flat_divide": (
        None,
        'flat_divide("(8,8):(1,8)", "<2:1,4:1>")',
        "Layout('(2,4,4,2):(1,8,2,32)')",
    ),
    "logical_divide_ceil": (
        None,
        'logical_divide_ceil("10:1", "3:1")',
        "Layout('(3,4):(1,3)')",
    ),
    "zipped_divide_ceil": (
        None,
        'zipped_divide_ceil((10, 7), "<4,4>")',
        "Layout('((4,4),(3,2)):((1,10),(4,40))')",
    ),
    "tiled_divide_ceil": (
        None,
        'tiled_divide_ceil((10, 7), "<4,4>")',
        "Layout('((4,4),3,2):((1,10),4,40)')",
    ),
    "flat_divide_ceil": (
        None,
        'flat_divide_ceil((10, 7), "<4,4>")',
        "Layout('(4,4,3,2):(1,10,4,40)')",
    ),
    "logical_product": (
        "r(x, y) = A(x) + A*(T(y)), A* the complement of A without end",
        'logical_product("(2,2):(1,2)", "3:1")',
        "Layout('((2,2),3):((1,2),4)')",
    ),
    "zipped_product": (
        None,
        'zipped_product("(2,2):(1,2)", "<3:1,4:1>")',
        "Layout('((2,2),(3,(2,2))):((1,2),(2,(1,4)))')",
    ),
    "tiled_product": (
        None,
        'tiled_product("(2,2):(1,2)", "<3:1,4:1>")',
        "Layout('((2,2),3,(2,2)):((1,2),2,(1,4))')",
    ),
    "flat_product": (
        None,
        'flat_product("(2,2):(1,2)", "<3:1,4:1>")',
        "Layout('(2,2,3,(2,2)):(1,2,2,(1,4))')",
    ),
    "blocked_product": (
        None,
        'blocked_product("(2,2):(1,2)", "(2,3):(1,2)")',
        "Layout('((2,2),(2,3)):((1,4),(2,8))')",
    ),
    "raked_product": (
        None,
        'raked_product("(2,2):(1,2)", "(2,3):(1,2)")',
        "Layout('((2,2),(3,2)):((4,1),(8,2))')",
    ),
    "tile_to_shape": (
        None,
        'tile_to_shape("(2,4):(4,1)", (4, 8), (1, 0))',
        "Layout('((2,2),(4,2)):((4,16),(1,8))')",
    ),
    "make_morphism": (
        None,
        "make_morphism((2, 3), (3, 2), [2, 1])",
        "Morphism('(2,3)--(2,1)-->(3,2)')",
    ),
    "domain": (
        None,
        'domain("(2,8)--(1,0)-->(2,4)")',
        "(2, 8)",
    ),
    "codomain": (
        None,
        'codomain("(2,8)--(1,0)-->(2,4)")',
        "(2, 4)",
    ),
    "left_divide": (
        None,
        "left_divide((4, 6, 8), 12)",
        "(2, 8)",
    ),
    "left_divisible": (
        None,
        "left_divisible((4, 6, 8), 12)",
        "True",
    ),
    "weakly_left_divisible": (
        None,
        "weakly_left_divisible((4, 6, 8), 8)",
        "True",
    ),
    "compose": (
        "r(c) = g(f(c))",
        'compose("(6,4)--(2,1)-->(4,6)", "(4,6)--(2,3)-->(2,4,6)")',
        "Morphism('(6,4)--(3,2)-->(2,4,6)')",
    ),
    "concat": (
        None,
        'concat("2--(1)-->(2,3)", "3--(2)-->(2,3)")',
        "Morphism('(2,3)--(1,2)-->(2,3)')",
    ),
    "tuple_sum": (
        None,
        'tuple_sum("(2)--(1)-->(2)", "(3)--(1)-->(3)")',
        "Morphism('(2,3)--(1,2)-->(2,3)')",
    ),
    "tuple_squeeze": (
        None,
        'tuple_squeeze("(2,1)--(2,0)-->(1,2)")',
        "Morphism('(2)--(1)-->(2)')",
    ),
    "tuple_sort": (
        None,
        'tuple_sort("(2,3)--(2,1)-->(3,2)")',
        "Morphism('(3,2)--(1,2)-->(3,2)')",
    ),
    "tuple_strong_coalesce": (
        None,
        'tuple_strong_coalesce("(2,3)--(2,3)-->(5,2,3)")',
        "Morphism('(6)--(2)-->(5,6)')",
    ),
    "tuple_restrict": (
        None,
        'tuple_restrict("(2,3)--(2,1)-->(3,2)", [2])',
        "Morphism('(3)--(1)-->(3,2)')",
    ),
    "tuple_factorize": (
        None,
        'tuple_factorize("(2)--(2)-->(3,2)", [2])',
        "Morphism('(2)--(1)-->(2)')",
    ),
    "tuple_flat_divide": (
        None,
        'tuple_flat_divide("(2,3)--(1,2)-->(2,3)", "(2)--(1)-->(2,3)")',
        "Morphism('(2,3)--(1,2)-->(2,3)')",
    ),
    "tuple_flat_product": (
        None,
        'tuple_flat_product("(2)--(1)-->(2,3)", "(3)--(1)-->(3)")',
        "Morphism('(2,3)--(1,2)-->(2,3)')",
    ),
    "has_disjoint_images": (
        None,
        'has_disjoint_images("2--(1)-->(2,3)", "3--(2)-->(2,3)")',
        "True",
    ),
    "is_coalesced": (
        None,
        'is_coalesced("(2,2)--(1,2)-->(2,2)")',
        "False",
    ),
    "is_complementary_to": (
        None,
        'is_complementary_to("2--(1)-->(2,3)", "3--(2)-->(2,3)")',
        "True",
    ),
    "is_complementable": (
        None,
        'is_complementable("(2,8)--(1,0)-->(2,4)")',
        "False",
    ),
    "is_isomorphism": (
        None,
        'is_isomorphism("(2,3)--(2,1)-->(3,2)")',
        "True",
    ),
    "is_nondegenerate": (
        None,
        'is_nondegenerate("(2,1)--(1,0)-->(2)")',
        "True",
    ),
    "is_standard_form": (
        None,
        'is_standard_form("(2,3)--(2,1)-->(3,2)")',
        "True",
    ),
    "layout_of": (
        None,
        'layout_of("(4,6)--(2,1)-->(6,4)")',
        "Layout('(4,6):(6,1)')",
    ),
    "compute_layout": (
        None,
        'compute_layout("(4,6)--(2,1)-->(6,4)")',
        "Layout('(4,6):(6,1)')",
    ),
    "morphism_of": (
        None,
        'morphism_of("(4,6):(6,1)")',
        "Morphism('(4,6)--(2,1)-->(6,4)')",
    ),
    "compute_morphism": (
        None,
        'compute_morphism("(4,6):(6,1)")',
        "Morphism('(4,6)--(2,1)-->(6,4)')",
    ),
    "is_tractable": (
        None,
        'is_tractable("(4,6):(6,1)")',
        "True",
    ),
    "pullback_along": (
        None,
        'pullback_along("(6)--(1)-->(6)", ((2, 3),))',
        "Morphism('((2,3))--(1,2)-->((2,3))')",
    ),
    "pushforward_along": (
        None,
        'pushforward_along("(6)--(1)-->(6)", ((2, 3),))',
        "Morphism('((2,3))--(1,2)-->((2,3))')",
    ),
    "mutual_refinement": (
        None,
        "mutual_refinement((6, 6), (12, 3, 6))",
        "[(6, (2, 3)), ((6, 2), 3, 6)]",
    ),
    "relative_flattening": (
        None,
        'relative_flattening((2, (3, (5, 7))), "(*,(*,*))")',
        "(2, 3, (5, 7))",
    ),
    "weak_composite": (
        None,
        'weak_composite("(6,6)--(2,1)-->(6,6)", "(12,3,6)--(1,3,2)-->(12,6,3)")',
        "Morphism('((2,3),6)--(2,4,1)-->((6,2),6,3)')",
    ),
    "compose_tractable_layouts": (
        "r(c) = B(A(c))",
        'compose_tractable_layouts("(6,6):(6,1)", "(12,3,6):(1,72,12)")',
        "Layout('((2,3),6):((6,72),1)')",
    ),
    "ordered_factorizations": (
        None,
        "ordered_factorizations(12)",
        "[(2, 2, 3), (2, 3, 2), (3, 2, 2)]",
    ),
    "layout_permutations": (
        None,
        "layout_permutations(6)",
        "[Layout('6:1'), Layout('(3,2):(2,1)'), Layout('(2,3):(3,1)')]",
    ),
    "layout_of_permutation": (
        None,
        "layout_of_permutation([0, 2, 4, 1, 3, 5])",
        "Layout('(3,2):(2,1)')",
    ),
    "phases": (
        "phases(m, bytes)(place, phase) = thread",
        'phases("cdna3", 16)',
        "Layout('((4,2),(4,2)):((f1,f20),(f4,f32))')",
    ),
    "layout_add": (
        "r(i) = A(i) + B(i)",
        'layout_add("(4,8):(8,1)", "(4,8):(1,0)")',
        "Layout('(4,8):(9,1)')",
    ),
    "greatest_common_domain": (
        None,
        'greatest_common_domain("(4,8)", "(8,4)")',
        "Layout('(4,2,4):(1,4,8)')",
    ),
    "linear_layout": (
        "f(i) = XOR of the bases at the bits of i",
        "linear_layout([[0, 1]], [[0, 2], [1, 0]], shape=(2, 4))",
        "LinearLayout('linear_layout(register=[[0,1]], lane=[[0,2],[1,0]], warp=[], block=[], shape=(2,4))')",
    ),
    "shared_linear_layout": (
        "f(i) = XOR of the bases at the bits of i",
        "shared_linear_layout([[0, 1], [1, 1]])",
        "LinearLayout('shared_linear_layout(offset=[[0,1],[1,1]], block=[], shape=(2,2))')",
    ),
    "to_linear_layout": (
        None,
        'to_linear_layout("((4,8),(2,2)):((32,1),(16,8))", (16, 8))',
        "LinearLayout('linear_layout(register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[], block=[], shape=(16,8))')",
    ),
    "to_shared_linear_layout": (
        None,
        'to_shared_linear_layout("(2,4):(4,1)")',
        "LinearLayout('shared_linear_layout(offset=[[0,1],[0,2],[1,0]], block=[], shape=(2,4))')",
    ),
    "to_layout": (
        None,
        'to_layout("nvidia_mma(2, 0, [1,1], [16,8])(16,8)")',
        "Layout('((4,8),(2,2)):((32,1),(16,8))')",
    ),
    "linear": (
        None,
        "linear([[0, 1]], [[1, 0]])",
        "Encoding('linear(register=[[0,1]], lane=[[1,0]], warp=[], block=[])')",
    ),
    "shared_linear": (
        None,
        "shared_linear([[0, 1], [1, 0]])(2, 2)",
        "LinearLayout('shared_linear_layout(offset=[[0,1],[1,0]], block=[], shape=(2,2))')",
    ),
    "blocked": (
        None,
        "blocked([1, 2], [2, 2], [1, 1], [1, 0])(4, 4)",
        "LinearLayout('linear_layout(register=[[0,1],[2,0]], lane=[[0,2],[1,0]], warp=[], block=[], shape=(4,4))')",
    ),
    "nvidia_mma": (
        None,
        "nvidia_mma(2, 0, [1, 1], [16, 8])(16, 8)",
        "LinearLayout('linear_layout(register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[], block=[], shape=(16,8))')",
    ),
    "amd_mfma": (
        None,
        "amd_mfma(3, [1, 1], [32, 32, 8], False)",
        "Encoding('amd_mfma(3, [1,1], [32,32,8], false, elementBitWidth=32)')",
    ),
    "amd_wmma": (
        None,
        "amd_wmma(1, False, [1, 1])",
        "Encoding('amd_wmma(1, false, [1,1], [16,16,16])')",
    ),
    "dot_op": (
        None,
        "dot_op(0, nvidia_mma(2, 0, [1, 1], [16, 8]), 2)(16, 16)",
        "LinearLayout('linear_layout(register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[], block=[], shape=(16,16))')",
    ),
    "slice_encoding": (
        None,
        "slice_encoding(1, blocked([1, 4], [8, 4], [4, 1], [1, 0]))(32)",
        "LinearLayout('linear_layout(register=[], lane=[[0],[0],[1],[2],[4]], warp=[[8],[16]], block=[], shape=(32))')",
    ),
    "swizzled_shared": (
        None,
        "to_layout(swizzled_shared(8, 1, 8, [1, 0])(8, 64))",
        "Layout('(8,64):(f72,f1)')",
    ),
    "nvmma_shared": (
        None,
        "to_layout(nvmma_shared(128, False, 16)(8, 64))",
        "Layout('(8,64):(f72,f1)')",
    ),
}
