(** Extracts the proved procedures to OCaml. Integers stay those of Rocq, bit by bit, so that the arithmetic of OCaml
    need not be trusted. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Tilework Require Import CompositionByCarries Divide LeftInverse Banks XorComplement.

Extraction "algebra.ml" coalesce compose compose_by_carries complement complement_ceil complement_ext xor_complement
  logical_divide logical_product chain_suffices right_inverse inverts left_inverse inverts_left last_offset
  offset offset_xor apply bank_conflicts conflict_free_swizzle of_flat leaves count.
