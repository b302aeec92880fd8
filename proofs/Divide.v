(** Divides and products are compositions with complements (algebra/src/operation/divide.rs and product.rs; 004, sections 3.5.1
    and 3.5.2; 003, definitions 2.3.8.1 and 2.3.9.1). *)

From Tilework Require Export Composition Complement.

Definition logical_divide (A B : layout) : option layout :=
  match complement (leaves B) (count (leaves A)) with
  | Some r => compose A (Tuple [B; of_flat r])
  | None => None
  end.

Definition logical_product (A B : layout) : option layout :=
  match complement_ext (leaves A) with
  | Some r => option_map (fun R => Tuple [A; R]) (compose (of_flat r) B)
  | None => None
  end.

(** A result is [A o (B, B')] with the complement [B'] of [B] in the size of [A]. *)
Theorem logical_divide_right A B R : positive (leaves A) -> positive (leaves B) ->
  logical_divide A B = Some R ->
  exists r, is_complement (leaves B) (count (leaves A)) r /\ composite A (Tuple [B; of_flat r]) R.
Proof.
  intros P Q. unfold logical_divide.
  destruct (complement _ _) as [r |] eqn:E; [|discriminate]. intros H.
  pose proof (complement_right _ _ _ Q (count_positive _ P) E) as C. exists r. split; [exact C|].
  destruct C as (C1 & C2 & _). apply composition_exact; [|exact H].
  cbn [leaves flat_map]. rewrite app_nil_r. apply positive_app. split; [exact Q|].
  now apply leaves_of_flat.
Qed.

(** A result is [(A, A* o B)]. *)
Theorem logical_product_right A B R : positive (leaves B) -> logical_product A B = Some R ->
  exists r C, complement_ext (leaves A) = Some r /\ R = Tuple [A; C] /\ composite (of_flat r) B C.
Proof.
  intros P. unfold logical_product. destruct (complement_ext _) as [r |]; [|discriminate].
  destruct (compose (of_flat r) B) as [C |] eqn:E; [|discriminate]. intros [= <-].
  exists r, C. split; [reflexivity|]. split; [reflexivity|]. now apply composition_exact.
Qed.
