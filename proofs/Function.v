(** The function of a layout: digits, concatenation, the extended domain, unnesting. *)

From Tilework Require Export Definitions.

(** * Induction over nested tuples *)

Section TreeInduction.
  Context {V : Type} (P : tree V -> Prop).
  Hypothesis of_leaf : forall v, P (Leaf v).
  Hypothesis of_tuple : forall ts, Forall P ts -> P (Tuple ts).
  Fixpoint tree_induction (t : tree V) : P t :=
    match t with
    | Leaf v => of_leaf v
    | Tuple ts =>
        of_tuple ts
          ((fix all (ts : list (tree V)) : Forall P ts :=
              match ts with
              | [] => Forall_nil P
              | t :: ts => Forall_cons t (tree_induction t) (all ts)
              end) ts)
    end.
End TreeInduction.

Lemma leaves_map {V W} (f : V -> W) t : leaves (map_tree f t) = map f (leaves t).
Proof.
  induction t as [v | ts IH] using tree_induction; simpl; [reflexivity|].
  induction IH as [| t ts H _ IH]; simpl; [reflexivity|].
  now rewrite H, IH, map_app.
Qed.

Lemma size_shape L : size (shape L) = count (leaves L).
Proof. unfold size, shape, count. now rewrite leaves_map. Qed.

(** A congruent shape and stride are one tuple of modes, and only one. *)
Theorem layout_of_shape_and_stride (S D : tree Z) :
  congruent S D -> exists L : layout, shape L = S /\ stride L = D /\
    forall M : layout, shape M = S -> stride M = D -> M = L.
Proof.
  unfold congruent. revert D.
  induction S as [s | ts IH] using tree_induction; intros [d | us]; simpl; intros E;
    try discriminate.
  - exists (Leaf (s, d)). repeat split. intros [[a b] | ms]; simpl; intros E1 E2; try discriminate.
    now injection E1 as ->; injection E2 as ->.
  - injection E as E. revert us E.
    induction IH as [| t ts H _ IH]; intros [| u us] E; simpl in E; try discriminate.
    + exists (Tuple []). repeat split. intros [m | [| m ms]]; simpl; intros E1 E2; try discriminate.
      reflexivity.
    + injection E as E1 E2.
      destruct (H u E1) as (L & L1 & L2 & LU).
      destruct (IH us E2) as (M & M1 & M2 & MU).
      destruct M as [m | ms]; [discriminate|].
      unfold shape, stride in *.
      simpl in M1, M2. injection M1 as M1. injection M2 as M2.
      exists (Tuple (L :: ms)). simpl. rewrite M1, M2, L1, L2. repeat split.
      intros [n | [| n ns]]; simpl; intros F1 F2; try discriminate.
      injection F1 as F1 F1'. injection F2 as F2 F2'.
      rewrite (LU n F1 F2).
      assert (G : Tuple ns = Tuple ms) by (apply MU; simpl; congruence).
      injection G as G. now rewrite G.
Qed.

(** * Counting *)

Lemma product_app l m : product (l ++ m) = product l * product m.
Proof.
  induction l as [| s l IH]; [symmetry; apply Z.mul_1_l|].
  change (s * product (l ++ m) = s * product l * product m). rewrite IH. ring.
Qed.

Lemma count_app l m : count (l ++ m) = count l * count m.
Proof. unfold count. now rewrite map_app, product_app. Qed.

Lemma count_nil : count [] = 1.
Proof. reflexivity. Qed.

Lemma count_cons s d l : count ((s, d) :: l) = s * count l.
Proof. reflexivity. Qed.

Lemma count_positive l : positive l -> 1 <= count l.
Proof.
  induction 1 as [| [s d] l H _ IH]; unfold count in *; simpl in *; [lia|]. nia.
Qed.

Lemma positive_app l m : positive (l ++ m) <-> positive l /\ positive m.
Proof. apply Forall_app. Qed.

(** * Offsets *)

Lemma offset_nil i : offset [] i = 0.
Proof. reflexivity. Qed.

Lemma offset_cons s d l i : offset ((s, d) :: l) i = (i mod s) * d + offset l (i / s).
Proof. reflexivity. Qed.

Lemma offset_0 l : offset l 0 = 0.
Proof.
  induction l as [| [s d] l IH]; [reflexivity|].
  rewrite offset_cons, Zmod_0_l, Zdiv_0_l, IH. lia.
Qed.

Lemma mod_mul_mod i s c : 1 <= s -> 1 <= c -> (i mod (s * c)) mod s = i mod s.
Proof.
  intros. rewrite Z.rem_mul_r by lia.
  rewrite Z.mul_comm, Z_mod_plus_full. now rewrite Zmod_mod.
Qed.

Lemma mod_mul_div i s c : 1 <= s -> 1 <= c -> (i mod (s * c)) / s = (i / s) mod c.
Proof.
  intros. rewrite Z.rem_mul_r by lia.
  rewrite Z.mul_comm, Z_div_plus_full by lia.
  rewrite Z.div_small by (apply Z.mod_pos_bound; lia). lia.
Qed.

Lemma offset_app l m i : positive l ->
  offset (l ++ m) i = offset l (i mod count l) + offset m (i / count l).
Proof.
  intros P. revert i. induction P as [| [s d] l Hs P IH]; intros i; simpl app.
  - change (offset m i = offset m (i / 1)). now rewrite Z.div_1_r.
  - simpl in Hs. pose proof (count_positive l P).
    rewrite !offset_cons, count_cons, IH, mod_mul_mod, mod_mul_div by lia.
    rewrite Z.div_div by lia. ring.
Qed.

(** The digits of the integral coordinate [a + count l * b]. *)
Lemma offset_app_at l m a b : positive l -> 0 <= a < count l ->
  offset (l ++ m) (a + count l * b) = offset l a + offset m b.
Proof.
  intros P Ha. rewrite offset_app by assumption.
  replace (a + count l * b) with (a + b * count l) by ring.
  rewrite Z_mod_plus_full, Z_div_plus_full by lia.
  now rewrite Z.mod_small, Z.div_small.
Qed.

Lemma offset_cons_at s d l a b : 0 <= a < s ->
  offset ((s, d) :: l) (a + s * b) = a * d + offset l b.
Proof.
  intros Ha. rewrite offset_cons. replace (a + s * b) with (a + b * s) by ring.
  rewrite Z_mod_plus_full, Z_div_plus_full by lia.
  now rewrite Z.mod_small, Z.div_small.
Qed.

Lemma split_coordinate i s t : 1 <= s -> 0 <= i < s * t ->
  exists a b, i = a + s * b /\ 0 <= a < s /\ 0 <= b < t.
Proof.
  intros Hs Hi. exists (i mod s), (i / s).
  pose proof (Z.mod_pos_bound i s ltac:(lia)). pose proof (Z.div_mod i s ltac:(lia)).
  repeat split; try lia.
  - apply Z.div_pos; lia.
  - apply Z.div_lt_upper_bound; lia.
Qed.

(** Within the size, the extended function equals the function. *)
Lemma offset_ext_offset l i : positive l -> 0 <= i < count l -> offset_ext l i = offset l i.
Proof.
  intros P. revert i. induction P as [| [s d] l Hs P IH]; intros i Hi; [reflexivity|].
  simpl in Hs. pose proof (count_positive l P). rewrite count_cons in Hi.
  destruct l as [| m l].
  - unfold count in Hi. simpl in Hi. rewrite offset_cons, offset_nil. simpl.
    rewrite Z.mod_small by lia. ring.
  - rewrite offset_cons. rewrite <- IH.
    + reflexivity.
    + split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia].
Qed.

Lemma offset_ext_0 l : offset_ext l 0 = 0.
Proof.
  induction l as [| [s d] [| m l] IH]; [reflexivity | reflexivity |].
  change (0 mod s * d + offset_ext (m :: l) (0 / s) = 0).
  rewrite Zmod_0_l, Zdiv_0_l, IH. lia.
Qed.

Lemma offset_ext_cons s d l i : l <> [] ->
  offset_ext ((s, d) :: l) i = (i mod s) * d + offset_ext l (i / s).
Proof. destruct l; [congruence | reflexivity]. Qed.

(** * Natural and integral coordinates correspond (003, definition 2.1.2.18) *)

Theorem integral_natural S i : Forall (fun s => 1 <= s) S -> 0 <= i < product S ->
  integral S (natural S i) = i /\ inside S (natural S i).
Proof.
  intros P. revert i. induction P as [| s S Hs P IH]; simpl; intros i Hi.
  - split; [lia | constructor].
  - destruct (IH (i / s)) as [E F].
    { split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]. }
    split.
    + rewrite E. pose proof (Z.div_mod i s ltac:(lia)). lia.
    + constructor; [apply Z.mod_pos_bound; lia | exact F].
Qed.

Theorem natural_integral S c : inside S c ->
  natural S (integral S c) = c /\ 0 <= integral S c < product S.
Proof.
  induction 1 as [| s c S cs H _ [IH1 IH2]]; simpl; [split; [reflexivity | lia]|].
  replace (c + s * integral S cs) with (c + integral S cs * s) by ring.
  rewrite Z_mod_plus_full, Z_div_plus_full by lia.
  rewrite Z.mod_small, Z.div_small by lia. simpl. rewrite IH1. split; [reflexivity | nia].
Qed.
