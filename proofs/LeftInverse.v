(** Left inverse: the law, and that one is found if there is one (docs/rules/left_inverse.md;
    algebra/src/operation/left_inverse.rs; 004, section 3.4.3). *)

From Tilework Require Export RightInverse Interpolation.

(** * Digits *)

(** Modes sorted by stride, with the weights of their coordinates and with radices [p] that are no larger than the
    strides. The reach of the earlier modes, plus the excess of this mode and the later ones over their radices, is
    less than the radix. *)
Notation digit := (term * Z)%type.

Fixpoint beyond (q : list digit) : Z :=
  match q with
  | [] => 0
  | (((s, d), _), p) :: q => (s - 1) * (d - p) + beyond q
  end.

Fixpoint radices (reached : Z) (q : list digit) : Prop :=
  match q with
  | [] => True
  | (((s, d), _), p) :: others =>
      1 <= s /\ 1 <= p <= d /\ reached + beyond q < p /\
      match others with (_, p') :: _ => (p | p') | [] => True end /\
      radices (reached + (s - 1) * d) others
  end.

(** The layout that reads the digit between each radix and the next one. *)
Fixpoint read_digits (q : list digit) : list mode :=
  match q with
  | [] => []
  | ((_, w), p) :: others =>
      (match others with (_, p') :: _ => p' / p | [] => 1 end, w) :: read_digits others
  end.

Definition digit_layout (q : list digit) : list mode :=
  (match q with (_, p) :: _ => p | [] => 1 end, 0) :: read_digits q.

Definition modes_of (q : list digit) : list term := map fst q.

Fixpoint sum_of_radices (c : list Z) (q : list digit) : Z :=
  match c, q with
  | c :: cs, (_, p) :: q => c * p + sum_of_radices cs q
  | _, _ => 0
  end.

Lemma radices_bound reached q c : radices reached q -> inside (map fst (offsets (modes_of q))) c ->
  0 <= inner_product c (map snd (offsets (modes_of q))) - sum_of_radices c q <= beyond q.
Proof.
  revert reached c. induction q as [| [[[s d] w] p] q IH]; intros reached c R I; inversion I; subst; simpl in *; [lia|].
  destruct R as (R1 & R2 & R3 & R4 & R5).
  match goal with H : Forall2 _ _ ?c |- _ => specialize (IH _ c R5 H) end. nia.
Qed.

Lemma radices_divide reached q c p : radices reached q ->
  match q with (_, p') :: _ => (p | p') | [] => True end -> (p | sum_of_radices c q).
Proof.
  revert reached c p. induction q as [| [[[s d] w] p'] q IH]; intros reached [| x c] p R D; simpl;
    try apply Z.divide_0_r.
  destruct R as (R1 & R2 & R3 & R4 & R5).
  apply Z.divide_add_r; [now apply Z.divide_mul_r|].
  apply (IH _ c p R5). destruct q as [| [t p''] q]; [exact I|]. etransitivity; eassumption.
Qed.

Lemma read_digits_right q : forall reached c base, radices reached q ->
  inside (map fst (offsets (modes_of q))) c -> 0 <= base <= reached ->
  match q with
  | [] => True
  | (_, p) :: _ =>
      offset_ext (read_digits q) ((base + inner_product c (map snd (offsets (modes_of q)))) / p) =
      inner_product c (map snd (places (modes_of q)))
  end.
Proof.
  induction q as [| [[[s d] w] p] q IH]; intros reached c base R I B; [exact Logic.I|].
  pose proof (radices_bound _ _ _ R I) as K.
  inversion I as [| ? x ? cs Hx I']; subst. simpl in Hx.
  destruct R as (R1 & R2 & R3 & R4 & R5).
  assert (X : 0 <= base + x * d <= reached + (s - 1) * d) by nia.
  specialize (IH _ cs (base + x * d) R5 I' X).
  simpl in K |- *. simpl in R3.
  set (rest := inner_product cs (map snd (offsets (modes_of q)))) in *.
  set (sums := sum_of_radices cs q) in *.
  assert (F : (base + (x * d + rest)) / p = x + sums / p).
  { assert (Dp : (p | sums)) by (eapply radices_divide; eassumption).
    destruct Dp as [u Du]. rewrite Du, Z_div_mult by lia.
    symmetry. apply Z.div_unique with (r := base + (x * d + rest) - p * (x + u)); [left; nia | lia]. }
  rewrite F. destruct q as [| [[[s' d'] w'] p'] q].
  - subst sums. inversion I'; subst. simpl. rewrite Zdiv_0_l. ring.
  - destruct R4 as [n Hn]. assert (1 <= p') by (simpl in R5; lia).
    assert (Hn1 : 1 <= n) by nia.
    replace (p' / p) with n by (rewrite Hn, Z_div_mult; lia).
    assert (Dp : (p' | sums)).
    { eapply radices_divide; [exact R5 | apply Z.divide_refl]. }
    destruct Dp as [u Du].
    assert (F' : (base + (x * d + rest)) / p' = u).
    { pose proof (radices_bound _ _ _ R5 I') as K'. fold rest sums in K'.
      assert (R3' : reached + (s - 1) * d + beyond ((((s', d'), w'), p') :: q) < p') by (simpl in R5; simpl; lia).
      symmetry. apply Z.div_unique with (r := base + (x * d + rest) - p' * u); [left; nia | lia]. }
    assert (S : sums / p = n * u) by (rewrite Du, Hn; replace (u * (n * p)) with (n * u * p) by ring; apply Z_div_mult; lia).
    rewrite S in *.
    assert (F'' : (x + n * u) / n = u).
    { rewrite <- F, Z.div_div by lia. now replace (p * n) with p' by lia. }
    assert (M : (x + n * u) mod n = x) by (rewrite Z.mod_eq, F'' by lia; ring).
    rewrite Z.add_assoc in F'. rewrite F' in IH.
    change ((x + n * u) mod n * w + offset_ext (read_digits ((((s', d'), w'), p') :: q)) ((x + n * u) / n) =
      x * w + inner_product cs (map snd (places (modes_of ((((s', d'), w'), p') :: q))))).
    rewrite M, F'', IH. reflexivity.
Qed.

Lemma offset_still t i : Forall (fun m => snd m = 0) t -> offset t i = 0.
Proof.
  intros H. revert i. induction H as [| [s d] t E _ IH]; intros i; [apply offset_nil|].
  simpl in E. rewrite offset_cons, E, IH. ring.
Qed.

(** If the modes that move have such radices, their digits are a left inverse. *)
Theorem left_inverse_digits l q still : positive l -> Permutation (modes_of q ++ still) (weighted 1 l) ->
  Forall (fun m => snd m = 0) (offsets still) -> radices 0 q -> is_left_inverse l (digit_layout q).
Proof.
  intros P E S R k Hk.
  assert (Q : positive (offsets (modes_of q ++ still))).
  { eapply positive_permutation; [apply Permutation_map, Permutation_sym, E | now apply weighted_positive]. }
  destruct (terms_permutation _ _ (Permutation_sym E) (weighted_positive 1 l P) k) as (j & Hj & F & _).
  { now rewrite weighted_count. }
  rewrite weighted_offset in F. unfold offsets in Q, Hj, F. rewrite map_app in Q, Hj, F.
  fold (offsets (modes_of q)) in Q, Hj, F. fold (offsets still) in Q, Hj, F.
  apply positive_app in Q as [Q1 Q2]. rewrite count_app in Hj.
  destruct (split_coordinate j _ _ (count_positive _ Q1) Hj) as (a & b & -> & Ha & Hb).
  rewrite offset_app_at in F by assumption. rewrite (offset_still _ b S), Z.add_0_r in F.
  rewrite <- F.
  assert (G : offset_ext (digit_layout q) (offset (offsets (modes_of q)) a) = offset (places (modes_of q)) a).
  { unfold digit_layout. destruct q as [| [[[s d] w] p] q]; [simpl; rewrite !offset_nil; ring|].
    assert (I : inside (map fst (offsets (modes_of ((((s, d), w), p) :: q))))
                  (natural (map fst (offsets (modes_of ((((s, d), w), p) :: q)))) a)).
    { apply integral_natural; [|exact Ha]. apply Forall_map. exact Q1. }
    pose proof (read_digits_right _ 0 _ 0 R I ltac:(lia)) as K. cbv beta iota in K.
    rewrite Z.add_0_l in K.
    assert (X : map fst (places (modes_of ((((s, d), w), p) :: q))) =
                map fst (offsets (modes_of ((((s, d), w), p) :: q)))).
    { unfold places, offsets. rewrite !map_map. reflexivity. }
    rewrite offset_ext_cons by discriminate. unfold offset. rewrite K, X. ring. }
  rewrite G. destruct (some_terms l _ _ P E a Ha) as [H1 H2].
  rewrite offset_ext_offset by assumption. exact H2.
Qed.

(** * When there is one *)

(** [is_left_inverse], as a procedure. *)
Definition inverts_left (l m : list mode) : bool :=
  forallb (fun k => offset_ext l (offset_ext m (offset l k)) =? offset l k) (range (count l)).

(** The coordinate [i] is the first one with its offset. *)
Definition is_first (l : list mode) (i : Z) : bool :=
  forallb (fun j => negb (offset l j =? offset l i)) (range i).

(** The offsets, with the first coordinate of each. *)
Definition first_points (l : list mode) : points :=
  map (fun i => (offset l i, i)) (filter (is_first l) (range (count l))).

Definition last_offset (l : list mode) : Z := fold_right (fun i x => Z.max (offset l i) x) 0 (range (count l)).

Definition left_inverse (l : list mode) : option (list mode) := interpolated (first_points l) (last_offset l).

(** [m] takes each offset to the first coordinate with this offset. *)
Definition takes_to_first (l m : list mode) : Prop :=
  forall k, 0 <= k < count l -> let i := offset_ext m (offset l k) in
    0 <= i <= k /\ offset l i = offset l k /\ forall j, 0 <= j < i -> offset l j <> offset l k.

Lemma inverts_left_right l m : inverts_left l m = true <-> is_left_inverse l m.
Proof.
  unfold inverts_left, is_left_inverse. rewrite all_in_range.
  split; intros H k Hk; specialize (H k Hk); lia.
Qed.

Lemma is_first_right l i : is_first l i = true <-> forall j, 0 <= j < i -> offset l j <> offset l i.
Proof.
  unfold is_first. rewrite all_in_range. split; intros H j Hj; specialize (H j Hj); lia.
Qed.

Lemma first_exists l k : 0 <= k ->
  exists i, 0 <= i <= k /\ offset l i = offset l k /\ is_first l i = true.
Proof.
  intros Hk. pattern k. apply Zlt_0_ind; [|exact Hk]. clear k Hk. intros k IH Hk.
  destruct (is_first l k) eqn:E; [exists k; repeat split; lia || assumption|].
  assert (X : exists j, 0 <= j < k /\ offset l j = offset l k).
  { unfold is_first in E. clear - E. assert (N : forall j, In j (range k) -> 0 <= j < k) by (intros j; apply in_range).
    revert E N. generalize (range k). induction l0 as [| j js IH]; simpl; intros E N; [discriminate|].
    destruct (Z.eqb_spec (offset l j) (offset l k)) as [F | F]; simpl in E.
    - exists j. split; [apply N; now left | exact F].
    - apply IH; [exact E|]. intros x Hx. apply N. now right. }
  destruct X as (j & Hj & F). destruct (IH j Hj) as (i & Hi & G & H). exists i. repeat split; [lia | lia | congruence | exact H].
Qed.

Lemma interpolates_first l m : interpolates m (first_points l) <-> takes_to_first l m.
Proof.
  unfold interpolates, first_points. rewrite Forall_map, Forall_forall. split.
  - intros H k Hk. destruct (first_exists l k ltac:(lia)) as (i & Hi & E & F).
    assert (G : offset_ext m (offset l i) = i).
    { apply (H i). apply filter_In. split; [apply in_range; lia | exact F]. }
    rewrite E in G. cbv zeta. rewrite G. split; [exact Hi|]. split; [exact E|].
    intros j Hj. rewrite <- E. now apply is_first_right.
  - intros H i Hi. apply filter_In in Hi as [Hi F]. apply in_range in Hi. simpl.
    destruct (H i Hi) as (H1 & H2 & H3). set (j := offset_ext m (offset l i)) in *.
    destruct (Z.eq_dec j i) as [E | N]; [exact E|]. exfalso.
    apply (proj1 (is_first_right l i) F j); [lia | exact H2].
Qed.

Lemma offset_natural l i : positive l -> naturals l -> 0 <= i < count l -> 0 <= offset l i.
Proof.
  intros P. revert i. induction P as [| [s d] l Hs P IH]; intros i N Hi; [rewrite offset_nil; lia|].
  pose proof (Forall_inv N) as Hd. simpl in Hs, Hd. rewrite count_cons in Hi.
  destruct (split_coordinate i s _ Hs Hi) as (a & b & -> & Ha & Hb).
  rewrite offset_cons_at by exact Ha. specialize (IH b (Forall_inv_tail N) Hb).
  destruct (Z.eq_dec a 0) as [-> |]; [lia|]. assert (0 <= d) by (apply Hd; lia). nia.
Qed.

Lemma last_offset_right l i : 0 <= i < count l -> offset l i <= last_offset l.
Proof.
  intros Hi. apply in_range in Hi. unfold last_offset. revert Hi. generalize (range (count l)).
  induction l0 as [| j js IH]; simpl; [easy|]. intros [-> | H]; [lia | specialize (IH H); lia].
Qed.

Lemma last_offset_natural l : 0 <= last_offset l.
Proof. unfold last_offset. induction (range (count l)); simpl; lia. Qed.

(** The result takes each offset to its first coordinate, and is therefore a left inverse. *)
Theorem left_inverse_right l m : positive l -> left_inverse l = Some m ->
  positive m /\ takes_to_first l m /\ is_left_inverse l m.
Proof.
  intros P H. apply interpolated_right in H as [Q H]. apply interpolates_first in H.
  split; [exact Q|]. split; [exact H|]. intros k Hk. destruct (H k Hk) as (H1 & H2 & _).
  rewrite offset_ext_offset by (assumption || lia). exact H2.
Qed.

(** If a layout takes each offset to its first coordinate, one is found. *)
Theorem left_inverse_complete l m : positive l -> naturals l -> positive m -> takes_to_first l m ->
  exists m', left_inverse l = Some m'.
Proof.
  intros P N Q H. unfold left_inverse. destruct (interpolated _ _) as [m' |] eqn:E; [now exists m'|].
  exfalso. revert E. apply (interpolated_complete _ _ m Q); [apply last_offset_natural | | now apply interpolates_first].
  unfold first_points. rewrite Forall_map, Forall_forall. intros i Hi. apply filter_In in Hi as [Hi _].
  apply in_range in Hi. simpl. split; [now apply offset_natural | now apply last_offset_right].
Qed.

(** If no offset has two coordinates, and there is a left inverse into the coordinates, one is found. *)
Theorem left_inverse_injective l m : positive l -> naturals l -> injective l -> positive m -> is_left_inverse l m ->
  (forall k, 0 <= k < count l -> 0 <= offset_ext m (offset l k) < count l) ->
  exists m', left_inverse l = Some m'.
Proof.
  intros P N I Q H B. apply (left_inverse_complete l m); try assumption.
  intros k Hk. cbv zeta. specialize (H k Hk). specialize (B k Hk).
  rewrite offset_ext_offset in H by assumption.
  assert (E : offset_ext m (offset l k) = k) by (apply I; assumption).
  rewrite E. repeat split; [lia | lia|]. intros j Hj F. apply I in F; lia.
Qed.
