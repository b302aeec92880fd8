(** Coalesce keeps the function, and its result is the shortest layout (algebra/src/operation/coalesce.rs; 003, propositions
    2.1.4.18 and 2.1.4.19). *)

From Tilework Require Export Function.

Fixpoint coalesce (l : list mode) : list mode :=
  match l with
  | [] => []
  | (s, d) :: l =>
      if s =? 1 then coalesce l
      else
        match coalesce l with
        | (t, e) :: r => if s * d =? e then (s * t, d) :: r else (s, d) :: (t, e) :: r
        | [] => [(s, d)]
        end
  end.

Lemma coalesce_positive l : positive l -> positive (coalesce l).
Proof.
  induction 1 as [| [s d] l Hs P IH]; simpl in *; [constructor|].
  destruct (Z.eqb_spec s 1); [assumption|].
  destruct (coalesce l) as [| [t e] r]; [repeat constructor; assumption|].
  inversion IH; subst; simpl in *.
  destruct (s * d =? e); repeat (constructor; simpl; try assumption; try nia).
Qed.

Lemma coalesce_coalesced l : positive l -> coalesced_flat (coalesce l).
Proof.
  intros P. pose proof (coalesce_positive l P) as Q.
  induction P as [| [s d] l Hs P IH]; simpl in *; [exact I|].
  destruct (Z.eqb_spec s 1); [auto|].
  pose proof (coalesce_positive l P) as Q'. specialize (IH Q').
  destruct (coalesce l) as [| [t e] r]; simpl in *; [auto|].
  inversion Q' as [| ? ? Ht Qr]; subst; simpl in *. destruct IH as (H1 & H2 & H3).
  destruct (Z.eqb_spec (s * d) e) as [<- | N]; simpl.
  - repeat split; try assumption; [nia|].
    destruct r as [| [u f] r]; [exact I|]. intros E. apply H3. rewrite <- E. ring.
  - repeat split; assumption.
Qed.

Lemma coalesce_count l : count (coalesce l) = count l.
Proof.
  induction l as [| [s d] l IH]; [reflexivity|]. rewrite count_cons, <- IH. simpl.
  destruct (Z.eqb_spec s 1) as [-> |]; [lia|].
  destruct (coalesce l) as [| [t e] r]; [reflexivity|].
  destruct (s * d =? e); rewrite !count_cons; ring.
Qed.

Lemma coalesce_offset l i : positive l -> 0 <= i < count l -> offset (coalesce l) i = offset l i.
Proof.
  intros P. revert i. induction P as [| [s d] l Hs P IH]; intros i Hi; [reflexivity|].
  simpl in Hs. rewrite count_cons in Hi. simpl coalesce.
  destruct (split_coordinate i s (count l) Hs Hi) as (a & b & -> & Ha & Hb).
  rewrite (offset_cons_at s d l a b Ha), <- (IH b Hb).
  pose proof (coalesce_positive l P) as Q. rewrite <- (coalesce_count l) in Hb.
  destruct (Z.eqb_spec s 1) as [-> |].
  - replace a with 0 by lia. replace (0 + 1 * b) with b by ring. ring.
  - destruct (coalesce l) as [| [t e] r]; [now rewrite offset_cons_at|].
    destruct (Z.eqb_spec (s * d) e) as [<- |]; [|now rewrite offset_cons_at].
    inversion Q as [| ? ? Ht Qr]; subst. simpl in Ht. rewrite count_cons in Hb.
    destruct (split_coordinate b t (count r) Ht Hb) as (c & q & -> & Hc & Hq).
    rewrite (offset_cons_at t (s * d) r c q Hc).
    replace (a + s * (c + t * q)) with ((a + s * c) + (s * t) * q) by ring.
    rewrite offset_cons_at by nia. ring.
Qed.

(** The same function, coalesced. *)
Theorem coalesce_right l : positive l ->
  positive (coalesce l) /\ coalesced_flat (coalesce l) /\ same_function (coalesce l) l.
Proof.
  intros P. split; [now apply coalesce_positive|]. split; [now apply coalesce_coalesced|].
  split; [apply coalesce_count|]. rewrite coalesce_count. intros i Hi. now apply coalesce_offset.
Qed.

(** The first mode [s:d] of a coalesced layout: [d] is the first step, and [s] is where the function
    leaves the line [i d]. *)
Lemma first_mode s d l : positive ((s, d) :: l) -> coalesced_flat ((s, d) :: l) ->
  2 <= s /\ d = offset ((s, d) :: l) 1 /\
  (forall i, 0 <= i < s -> offset ((s, d) :: l) i = i * d) /\
  (s = count ((s, d) :: l) /\ l = [] \/
   2 * s <= count ((s, d) :: l) /\ l <> [] /\ offset ((s, d) :: l) s <> s * d).
Proof.
  intros P (C1 & C2 & C3). inversion P as [| ? ? Hs Pl]; subst. simpl in Hs.
  assert (L : forall i, 0 <= i < s -> offset ((s, d) :: l) i = i * d).
  { intros i Hi. rewrite offset_cons, Z.mod_small, Z.div_small, offset_0 by lia. ring. }
  repeat split; [lia | rewrite L; lia | exact L |].
  destruct l as [| [t e] l]; [left; split; [rewrite count_cons, count_nil; lia | reflexivity]|]. right.
  destruct C2 as (C4 & _). inversion Pl as [| ? ? Ht Pl']; subst. simpl in Ht.
  pose proof (count_positive l Pl').
  assert (2 <= t * count l) by nia.
  rewrite !count_cons. repeat split; [nia | discriminate|].
  replace s with (0 + s * 1) at 2 by ring. rewrite offset_cons_at by lia.
  rewrite offset_cons, Z.mod_small, Z.div_small, offset_0 by lia. lia.
Qed.

(** Coalesced layouts of one function are equal. *)
Theorem coalesced_unique l m : positive l -> positive m -> coalesced_flat l -> coalesced_flat m ->
  same_function l m -> l = m.
Proof.
  intros P. revert m.
  induction P as [| [s d] l Hs P IH]; intros [| [t e] m] Q C D [E F].
  - reflexivity.
  - destruct (first_mode _ _ _ Q D) as (? & _). inversion Q; subst; simpl in *.
    pose proof (count_positive m ltac:(assumption)). rewrite count_cons, count_nil in E. nia.
  - assert (P' : positive ((s, d) :: l)) by now constructor.
    destruct (first_mode _ _ _ P' C) as (? & _).
    pose proof (count_positive l P). rewrite count_cons, count_nil in E. nia.
  - assert (P' : positive ((s, d) :: l)) by now constructor.
    destruct (first_mode _ _ _ P' C) as (S1 & S2 & S3 & S4).
    destruct (first_mode _ _ _ Q D) as (T1 & T2 & T3 & T4).
    pose proof (count_positive _ P') as N.
    inversion Q as [| ? ? Ht Q']; subst; simpl in Hs, Ht.
    pose proof (count_positive l P). pose proof (count_positive m Q').
    rewrite !count_cons in *.
    assert (d = e). { rewrite S2, T2. apply F. nia. } subst e.
    assert (s = t).
    { destruct (Z.lt_trichotomy s t) as [L | [L | L]]; [exfalso | exact L | exfalso].
      - destruct S4 as [[S4 _] | (S4 & _ & S5)]; [nia|]. apply S5.
        rewrite F by lia. apply T3. lia.
      - destruct T4 as [[T4 _] | (T4 & _ & T5)]; [nia|]. apply T5.
        rewrite <- F by lia. apply S3. lia. }
    subst t. f_equal. destruct C as (_ & C & _), D as (_ & D & _). apply IH; try assumption.
    split; [nia|]. intros i Hi.
    specialize (F (0 + s * i) ltac:(nia)). rewrite !offset_cons_at in F by lia. lia.
Qed.

Lemma coalesce_length l : (length (coalesce l) <= length l)%nat.
Proof.
  induction l as [| [s d] l IH]; simpl; [lia|]. destruct (s =? 1); [lia|].
  destruct (coalesce l) as [| [t e] r]; simpl in *; [lia|].
  destruct (s * d =? e); simpl; lia.
Qed.

(** No layout of the function has fewer modes. *)
Theorem coalesce_shortest l m : positive l -> positive m -> same_function m l ->
  (length (coalesce l) <= length m)%nat.
Proof.
  intros P Q [E F]. replace (coalesce l) with (coalesce m); [apply coalesce_length|].
  destruct (coalesce_right l P) as (P1 & P2 & P3 & P4), (coalesce_right m Q) as (Q1 & Q2 & Q3 & Q4).
  apply coalesced_unique; try assumption. split; [lia|].
  intros i Hi. rewrite Q4, P4 by lia. apply F. lia.
Qed.
