(** The definitions to be trusted: nested layouts and the terms of the papers, as plainly as in the papers. 003 is
    "Categorical Foundations for CuTe Layouts", 004 "CuTe Layout Representation and Algebra"; DESIGN.md lists both.
    All numbers are integers of any size, so nothing overflows here. *)

From Coq Require Export ZArith List Lia Bool Permutation.
Export ListNotations.
Open Scope Z_scope.

(** * Nested tuples (003, definition 2.2.2.1; 004, section 2.1) *)

Inductive tree (V : Type) : Type :=
  | Leaf (v : V)
  | Tuple (ts : list (tree V)).
Arguments Leaf {V}.
Arguments Tuple {V}.

(** The entries from left to right: the flattened tuple. *)
Fixpoint leaves {V} (t : tree V) : list V :=
  match t with
  | Leaf v => [v]
  | Tuple ts => flat_map leaves ts
  end.

Fixpoint map_tree {V W} (f : V -> W) (t : tree V) : tree W :=
  match t with
  | Leaf v => Leaf (f v)
  | Tuple ts => Tuple (map (map_tree f) ts)
  end.

(** Congruent tuples have the same profile (003, definition 2.2.2.19). *)
Definition profile {V} : tree V -> tree unit := map_tree (fun _ => tt).
Definition congruent {V W} (t : tree V) (u : tree W) : Prop := profile t = profile u.

Definition product (l : list Z) : Z := fold_right Z.mul 1 l.
Definition size (S : tree Z) : Z := product (leaves S).

(** [refines S T]: [S] is [T] with leaves replaced by tuples of the same size (003, definition 2.2.4.1). In the terms
    of 004, section 2.2.2, [T] is compatible with [S]. *)
Inductive refines : tree Z -> tree Z -> Prop :=
  | refines_leaf S n : size S = n -> refines S (Leaf n)
  | refines_tuple Ss Ts : Forall2 refines Ss Ts -> refines (Tuple Ss) (Tuple Ts).
Definition compatible (T S : tree Z) : Prop := refines S T.

(** * Layouts (003, definition 2.3.1.1; 004, section 2.4) *)

(** A mode [s:d]. Shape and stride are congruent tuples, so a layout is one tuple of modes. The theorem
    [layout_of_shape_and_stride] in Function.v says that both forms are the same. *)
Notation mode := (Z * Z)%type.
Notation layout := (tree mode).
Definition shape : layout -> tree Z := map_tree fst.
Definition stride : layout -> tree Z := map_tree snd.

(** Strides may be 0 or negative. *)
Definition positive (l : list mode) : Prop := Forall (fun m => 1 <= fst m) l.

(** The number of coordinates. *)
Definition count (l : list mode) : Z := product (map fst l).

(** * Coordinates (003, definition 2.1.2.18; 004, section 2.2.3) *)

(** The natural coordinate, leaf by leaf, at the integral coordinate [i]. The leftmost leaf varies fastest. *)
Fixpoint natural (extents : list Z) (i : Z) : list Z :=
  match extents with
  | [] => []
  | s :: others => i mod s :: natural others (i / s)
  end.

(** The integral coordinate of a natural one. *)
Fixpoint integral (extents c : list Z) : Z :=
  match extents, c with
  | s :: others, c :: cs => c + s * integral others cs
  | _, _ => 0
  end.

Definition inside : list Z -> list Z -> Prop := Forall2 (fun s c => 0 <= c < s).

Fixpoint inner_product (c d : list Z) : Z :=
  match c, d with
  | c :: cs, d :: ds => c * d + inner_product cs ds
  | _, _ => 0
  end.

(** * The function of a layout *)

(** The function on the integral coordinates [0 <= i < count l]: the inner product of the natural coordinate and the
    strides (003, definition 2.1.2.19 and 2.3.1.13; 004, section 2.4). *)
Definition offset (l : list mode) (i : Z) : Z :=
  inner_product (natural (map fst l) i) (map snd l).

(** The function on the extended domain, where the last mode continues without end (004, section 3.3). *)
Fixpoint offset_ext (l : list mode) (i : Z) : Z :=
  match l with
  | [] => 0
  | [(_, d)] => i * d
  | (s, d) :: l => (i mod s) * d + offset_ext l (i / s)
  end.

Definition same_function (l m : list mode) : Prop :=
  count l = count m /\ forall i, 0 <= i < count l -> offset l i = offset m i.

(** * Coalesced (003, definitions 2.1.4.1, 2.3.3.1 and 2.3.4.4) *)

(** A flat layout is coalesced if no extent is 1 and no two neighbors form one mode. *)
Fixpoint coalesced_flat (l : list mode) : Prop :=
  match l with
  | [] => True
  | (s, d) :: rest =>
      s <> 1 /\ coalesced_flat rest /\
      match rest with (_, e) :: _ => s * d <> e | [] => True end
  end.

(** A flat layout as a layout: a single mode is a leaf, and an empty list is [1:0]. *)
Definition of_flat (l : list mode) : layout :=
  match l with
  | [] => Leaf (1, 0)
  | [m] => Leaf m
  | _ => Tuple (map Leaf l)
  end.

Definition coalesced (L : layout) : Prop := exists l, coalesced_flat l /\ L = of_flat l.

(** [L] refines the shape, and the part in place of each leaf is coalesced. *)
Inductive coalesced_over : layout -> tree Z -> Prop :=
  | over_leaf L n : size (shape L) = n -> coalesced L -> coalesced_over L (Leaf n)
  | over_tuple Ls Ts : Forall2 coalesced_over Ls Ts -> coalesced_over (Tuple Ls) (Tuple Ts).

(** * Composition (003, definition 2.3.7.1; 004, section 3.3, equations 16 and 17) *)

(** [R] is [A o B]. The left side has its extended domain. *)
Definition composite (A B R : layout) : Prop :=
  positive (leaves R) /\ coalesced_over R (shape B) /\
  forall i, 0 <= i < size (shape B) ->
    offset (leaves R) i = offset_ext (leaves A) (offset (leaves B) i).

(** * Complement (003, definitions 2.1.6.24 and 2.3.6.7) *)

(** Each integer of [0..n] is the offset of exactly one coordinate, and there are no other offsets. *)
Definition bijective_onto (l : list mode) (n : Z) : Prop :=
  (forall i, 0 <= i < count l -> 0 <= offset l i < n) /\
  (forall x, 0 <= x < n -> exists i, 0 <= i < count l /\ offset l i = x) /\
  (forall i j, 0 <= i < count l -> 0 <= j < count l -> offset l i = offset l j -> i = j).

Definition increasing (l : list mode) : Prop :=
  forall i j, 0 <= i -> i < j -> j < count l -> offset l i < offset l j.

(** [r] is the complement of [l] in [n]. *)
Definition is_complement (l : list mode) (n : Z) (r : list mode) : Prop :=
  positive r /\ coalesced_flat r /\ increasing r /\ bijective_onto (l ++ r) n.

(** * Inverses (004, sections 3.4.1 and 3.4.3) *)

(** [l (r i) = i], where offsets of [r] are coordinates of [l]. *)
Definition is_right_inverse (l r : list mode) : Prop :=
  positive r /\
  forall i, 0 <= i < count r -> 0 <= offset r i < count l /\ offset l (offset r i) = i.

(** [l (m (l k)) = l k], where both continue without end. *)
Definition is_left_inverse (l m : list mode) : Prop :=
  forall k, 0 <= k < count l -> offset_ext l (offset_ext m (offset l k)) = offset l k.
