(** The layout of a function, if there is one: its modes are forced (docs/rules/function_to_layout.md;
    algebra/src/operation/function_to_layout.rs). *)

From Tilework Require Export Coalesce.

(** The least [c] from the given one on, below [n], with [f c <> c * f 1], or [n] if there is none. *)
Fixpoint bend_from (f : Z -> Z) (n c : Z) (fuel : nat) : Z :=
  match fuel with
  | O => n
  | S fuel => if (c <? n) && (f c =? c * f 1) then bend_from f n (c + 1) fuel else c
  end.
Definition bend (f : Z -> Z) (n : Z) : Z := bend_from f n 2 (Z.to_nat n).

(** The modes that a layout of [f] on [0..n] must have. *)
Fixpoint forced (f : Z -> Z) (n : Z) (fuel : nat) : option (list mode) :=
  match fuel with
  | O => None
  | S fuel =>
      if n =? 1 then Some []
      else
        let t := bend f n in
        if n mod t =? 0 then
          option_map (cons (t, f 1)) (forced (fun i => f (t * i)) (n / t) fuel)
        else None
  end.

(** [0, 1, ..., n - 1] *)
Definition range (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).

Definition function_to_layout (f : Z -> Z) (n : Z) : option (list mode) :=
  match forced f n (Z.to_nat n) with
  | Some l => if forallb (fun i => offset l i =? f i) (range n) then Some l else None
  | None => None
  end.

Lemma in_range i n : In i (range n) <-> 0 <= i < n.
Proof.
  unfold range. rewrite in_map_iff. split.
  - intros (k & <- & H). apply in_seq in H. lia.
  - intros H. exists (Z.to_nat i). split; [lia|]. apply in_seq. lia.
Qed.

Lemma all_in_range f n : forallb f (range n) = true <-> forall i, 0 <= i < n -> f i = true.
Proof.
  rewrite forallb_forall. split; intros H i Hi; apply H; now apply in_range.
Qed.

Lemma bend_from_spec f n c fuel : c <= n -> n - c < Z.of_nat fuel ->
  let t := bend_from f n c fuel in
  c <= t <= n /\ (forall i, c <= i < t -> f i = i * f 1) /\ (t = n \/ f t <> t * f 1).
Proof.
  revert c. induction fuel as [| fuel IH]; intros c Hc Hf; simpl; [lia|].
  destruct (Z.ltb_spec c n), (Z.eqb_spec (f c) (c * f 1)) as [E | N]; simpl.
  - destruct (IH (c + 1)) as (B1 & B2 & B3); [lia | lia |].
    split; [lia|]. split; [|exact B3].
    intros i Hi. destruct (Z.eq_dec i c) as [-> |]; [exact E | apply B2; lia].
  - split; [lia|]. split; [lia | now right].
  - split; [lia|]. split; [lia | left; lia].
  - split; [lia|]. split; [lia | left; lia].
Qed.

Lemma bend_spec f n : 2 <= n ->
  2 <= bend f n <= n /\ (forall i, 2 <= i < bend f n -> f i = i * f 1) /\
  (bend f n = n \/ f (bend f n) <> bend f n * f 1).
Proof. intros H. apply bend_from_spec; lia. Qed.

Lemma forced_coalesced f n fuel l : 1 <= n -> forced f n fuel = Some l ->
  positive l /\ coalesced_flat l /\ count l = n /\
  match l with (_, d) :: _ => d = f 1 | [] => n = 1 end.
Proof.
  revert f n l. induction fuel as [| fuel IH]; intros f n l Hn; simpl; [discriminate|].
  destruct (Z.eqb_spec n 1) as [-> | N].
  - intros [= <-]. repeat split; constructor.
  - pose proof (bend_spec f n ltac:(lia)) as (B1 & B2 & B3). set (t := bend f n) in *.
    destruct (Z.eqb_spec (n mod t) 0) as [D | D]; [|discriminate].
    apply Z_div_exact_full_2 in D; [|lia].
    destruct (forced _ (n / t) fuel) as [m |] eqn:E; [|discriminate]. intros [= <-].
    assert (Hq : 1 <= n / t) by nia.
    destruct (IH _ _ _ Hq E) as (P & C & K & F).
    split; [constructor; [simpl; lia | exact P]|].
    split; [|split; [rewrite count_cons, K; lia | reflexivity]].
    split; [lia|]. split; [exact C|].
    destruct m as [| [u e] m]; [exact I|]. subst e. rewrite Z.mul_1_r.
    destruct B3 as [B3 | B3]; [|congruence]. exfalso.
    pose proof (Forall_inv P) as Hu. pose proof (Forall_inv_tail P) as P'. simpl in Hu.
    pose proof (count_positive m P').
    destruct (first_mode _ _ _ P C) as (? & _). rewrite count_cons in K. nia.
Qed.

(** The result is a coalesced layout of the function. *)
Theorem function_to_layout_right f n l : 1 <= n -> function_to_layout f n = Some l ->
  positive l /\ coalesced_flat l /\ count l = n /\ forall i, 0 <= i < n -> offset l i = f i.
Proof.
  unfold function_to_layout. intros Hn.
  destruct (forced f n (Z.to_nat n)) as [m |] eqn:E; [|discriminate].
  destruct (forallb _ _) eqn:F; [|discriminate]. intros [= <-].
  destruct (forced_coalesced _ _ _ _ Hn E) as (P & C & K & _). repeat split; try assumption.
  intros i Hi. apply (proj1 (all_in_range _ _)) with (i := i) in F; [|exact Hi].
  now apply Z.eqb_eq.
Qed.

Lemma forced_complete l f fuel : positive l -> coalesced_flat l ->
  (forall i, 0 <= i < count l -> f i = offset l i) -> count l <= Z.of_nat fuel ->
  forced f (count l) fuel = Some l.
Proof.
  intros P. revert f fuel. induction P as [| [s d] l Hs P IH]; intros f fuel C F N.
  - rewrite count_nil in *. destruct fuel; [lia | reflexivity].
  - assert (P' : positive ((s, d) :: l)) by now constructor.
    destruct (first_mode _ _ _ P' C) as (S1 & S2 & S3 & S4).
    pose proof (count_positive l P) as Nl. simpl in Hs.
    rewrite count_cons in *. destruct fuel as [| fuel]; [nia|]. simpl.
    destruct (Z.eqb_spec (s * count l) 1) as [E | _]; [nia|].
    destruct (bend_spec f (s * count l) ltac:(nia)) as (B1 & B2 & B3).
    set (t := bend f (s * count l)) in *.
    assert (f1 : f 1 = d) by (rewrite S2; apply F; nia).
    assert (t = s) as ->.
    { destruct (Z.lt_trichotomy t s) as [L | [L | L]]; [exfalso | exact L | exfalso].
      - destruct B3 as [B3 | B3]; [nia|]. apply B3.
        rewrite f1, F by nia. apply S3. lia.
      - destruct S4 as [[S4 _] | (_ & _ & S4)]; [lia|]. apply S4.
        rewrite <- F by nia. rewrite B2 by lia. now rewrite f1. }
    assert (D : (s * count l) mod s = 0) by (rewrite Z.mul_comm; apply Z_mod_mult).
    rewrite D, Z.eqb_refl, f1.
    replace (s * count l / s) with (count l) by (rewrite Z.mul_comm, Z_div_mult by lia; lia).
    rewrite IH; [reflexivity | apply C | | nia].
    intros i Hi. rewrite F by nia.
    replace (s * i) with (0 + s * i) by ring. rewrite offset_cons_at by lia. lia.
Qed.

(** If the function has a layout, it is found. So there is one if and only if something is found. *)
Theorem function_to_layout_complete l f : positive l -> coalesced_flat l ->
  (forall i, 0 <= i < count l -> offset l i = f i) ->
  function_to_layout f (count l) = Some l.
Proof.
  intros P C F. unfold function_to_layout. pose proof (count_positive l P).
  rewrite forced_complete; try assumption; [| intros i Hi; symmetry; now apply F | lia].
  replace (forallb _ _) with true; [reflexivity|]. symmetry.
  apply all_in_range. intros i Hi. apply Z.eqb_eq. now apply F.
Qed.
