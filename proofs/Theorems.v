(** What is proved, with the axioms that each proof rests on; [check] wants none. *)

From Tilework Require Import CompositionRules Tilings Divide LeftInverse Banks.

Print Assumptions layout_of_shape_and_stride.
Print Assumptions integral_natural.
Print Assumptions natural_integral.
Print Assumptions coalesce_right.
Print Assumptions coalesced_unique.
Print Assumptions coalesce_shortest.
Print Assumptions function_to_layout_right.
Print Assumptions function_to_layout_complete.
Print Assumptions compose_function_exact.
Print Assumptions composition_exact.
Print Assumptions composite_unique.
Print Assumptions no_composite.
Print Assumptions composition_rules_right.
Print Assumptions complement_right.
Print Assumptions complement_complete.
Print Assumptions complement_tiles.
Print Assumptions complement_ceil_right.
Print Assumptions logical_divide_right.
Print Assumptions logical_product_right.
Print Assumptions right_inverse_right.
Print Assumptions right_inverse_largest.
Print Assumptions right_inverse_unique.
Print Assumptions interpolated_right.
Print Assumptions interpolated_complete.
Print Assumptions left_inverse_digits.
Print Assumptions left_inverse_right.
Print Assumptions left_inverse_complete.
Print Assumptions left_inverse_injective.
Print Assumptions swizzle_involution.
Print Assumptions swizzle_down_involution.
Print Assumptions xor_adds_without_carries.
Print Assumptions xor_strides_add.
Print Assumptions swizzle_to_layout.
Print Assumptions swizzle_down_to_layout.
Print Assumptions conflicts_right.
Print Assumptions bank_conflicts_right.
Print Assumptions conflict_free_right.
Print Assumptions conflict_free_complete.
