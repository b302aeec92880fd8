(* The calculator's notation around the extracted procedures. Not proved: reading, writing, and which lines are
   tried.

   oracle generate VECTORS...   lines to try: the vectors' operands, small ones, random ones
   oracle answer                answers the lines of the input, "none" where there is no result
   oracle check LINES ANSWERS   compares the calculator's answers to the lines with its own *)

open Algebra

(* Integers *)

let rec positive n = if n = 1 then XH else if n land 1 = 0 then XO (positive (n / 2)) else XI (positive (n / 2))
let z n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))

exception Too_large

let rec of_positive depth p =
  if depth > 60 then raise Too_large;
  match p with
  | XH -> 1
  | XO p -> 2 * of_positive (depth + 1) p
  | XI p -> (2 * of_positive (depth + 1) p) + 1

let int = function Z0 -> 0 | Zpos p -> of_positive 0 p | Zneg p -> - of_positive 0 p

(* Reading *)

exception Unread

type operand =
  | Layout of (z * z) tree
  | Xor of (z * z) tree
  | Swizzle of swizzled
  | Swizzled of swizzled * (z * z) tree
  | Integer of int

let read_tuple text at =
  let number () =
    let start = !at in
    if !at < String.length text && text.[!at] = '-' then incr at;
    while !at < String.length text && '0' <= text.[!at] && text.[!at] <= '9' do incr at done;
    if !at - start > 17 then raise Unread;
    try int_of_string (String.sub text start (!at - start)) with Failure _ -> raise Unread
  in
  let rec tuple () =
    if !at < String.length text && text.[!at] = '(' then begin
      incr at;
      let rec entries () =
        let entry = tuple () in
        if !at >= String.length text then raise Unread;
        incr at;
        match text.[!at - 1] with
        | ',' -> entry :: entries ()
        | ')' -> [ entry ]
        | _ -> raise Unread
      in
      Tuple (entries ())
    end
    else Leaf (number ())
  in
  tuple ()

let rec zipped shape stride =
  match (shape, stride) with
  | Leaf s, Leaf d -> if s < 1 then raise Unread else Leaf (z s, z d)
  | Tuple ss, Tuple ds when List.length ss = List.length ds -> Tuple (List.map2 zipped ss ds)
  | _ -> raise Unread

let without_blanks text = String.concat "" (String.split_on_char ' ' text)

(* XOR strides are numbers after an f, all except 0. *)
let xor_strides stride = String.contains stride 'f'
let without_f stride =
  let digit i = i < String.length stride && '0' <= stride.[i] && stride.[i] <= '9' in
  String.iteri
    (fun i c ->
      let begins = digit i && (i = 0 || stride.[i - 1] = '(' || stride.[i - 1] = ',') in
      if begins && (c <> '0' || digit (i + 1)) then raise Unread)
    stride;
  String.concat "" (String.split_on_char 'f' stride)

let whole text =
  let at = ref 0 in
  let tuple = read_tuple text at in
  if !at <> String.length text then raise Unread;
  tuple

let rec operand text =
  let text = without_blanks text in
  let after from = String.sub text from (String.length text - from) in
  if String.length text > 3 && String.sub text 0 3 = "Sw<" then begin
    let until = try String.index text '>' with Not_found -> raise Unread in
    let numbers = List.map int_of_string_opt (String.split_on_char ',' (String.sub text 3 (until - 3))) in
    let swizzle =
      match numbers with
      | [ Some b; Some m; Some s ] -> { bits = z b; base = z m; shift = z (abs s); down = s < 0 }
      | _ -> raise Unread
    in
    if until + 1 = String.length text then Swizzle swizzle
    else if text.[until + 1] <> 'o' then raise Unread
    else match operand (after (until + 2)) with Layout l -> Swizzled (swizzle, l) | _ -> raise Unread
  end
  else
    match String.index_opt text ':' with
    | Some at ->
        let shape = whole (String.sub text 0 at) and stride = after (at + 1) in
        if xor_strides stride then Xor (zipped shape (whole (without_f stride))) else Layout (zipped shape (whole stride))
    | None -> ( match whole text with Leaf n -> Integer n | _ -> raise Unread)

(* The operands of a call, between commas outside of tuples. *)
let arguments text =
  let depth = ref 0 and out = ref [] and current = Buffer.create 32 in
  let next () = out := Buffer.contents current :: !out; Buffer.clear current in
  String.iter
    (fun c ->
      if c = '(' || c = '<' then incr depth;
      if c = ')' || c = '>' then decr depth;
      if c = ',' && !depth = 0 then next () else Buffer.add_char current c)
    text;
  next ();
  List.rev_map operand !out

(* Writing *)

let rec written part = function
  | Leaf m -> string_of_int (int (part m))
  | Tuple ts -> "(" ^ String.concat "," (List.map (written part) ts) ^ ")"

let layout l = written fst l ^ ":" ^ written snd l

let rec written_with f = function Leaf m -> f m | Tuple ts -> "(" ^ String.concat "," (List.map (written_with f) ts) ^ ")"
let xor_layout l =
  written fst l ^ ":" ^ written_with (fun (_, d) -> if int d = 0 then "0" else "f" ^ string_of_int (int d)) l

(* Answers *)

let limit = 4096
let natural l = List.for_all (fun (s, d) -> int s = 1 || int d >= 0) (leaves l)
let small l = int (count (leaves l)) <= limit

(* All values of the right side are tried. The left side has none below 0. *)
let within b = if not (natural b) then raise Unread else if not (small b) then raise Too_large

(* Only carries are tried; the calculator accepts values of 64 bits. *)
let within_carries b =
  if not (natural b) then raise Unread;
  let last = List.fold_left (fun sum (s, d) -> sum +. (float (int s) *. float (int d))) 0. (leaves b) in
  if int (count (leaves b)) > 1 lsl 30 || last > 4e18 then raise Too_large

(* What an answer must be: this value; none; a value with a property; or none or a value with a property, if the
    oracle has none either or does not decide it. *)
type answer =
  | The of string
  | No
  | One of string * ((z * z) list -> bool)
  | No_or of ((z * z) list -> bool)
  | Undecided of ((z * z) list -> bool)

let result = function Some l -> The (layout l) | None -> No
let flat l = result (Option.map of_flat l)

(* One of several of the largest size, if modes overlap. *)
let right l =
  let own = if chain_suffices l || int (count l) <= 48 then right_inverse l else raise Too_large in
  let as_large r = coalesce r = r && int (count r) = int (count own) && inverts l r in
  if chain_suffices l then flat (Some own) else One (layout (of_flat own), fun r -> as_large (coalesce r))

(* One of several. If none takes offsets to their first coordinates, there may still be one that takes them to others,
    or to coordinates past the size. *)
let left l =
  let size = int (count l) in
  if size > limit then raise Too_large;
  let of_all = inverts_left l in
  if size > 64 || int (last_offset l) > 40 then Undecided of_all
  else
    match left_inverse l with
    | Some own -> One (layout (of_flat own), of_all)
    | None -> No_or of_all

(* All values, as a list. *)
let list_of l f = The ("[" ^ String.concat ", " (List.init (int (count l)) (fun i -> string_of_int (int (f (z i))))) ^ "]")

let values = function
  | Xor l when small l -> list_of (leaves l) (offset_xor (leaves l))
  | Swizzled (f, l) when natural l && small l -> list_of (leaves l) (fun i -> apply f (offset (leaves l) i))
  | Swizzle f ->
      let size = 1 lsl (int f.bits + int f.base + int f.shift) in
      if size > limit then raise Too_large else list_of [ (z size, z 1) ] (apply f)
  | _ -> raise Unread

(* 32 banks of 4 bytes. *)
let access element vector = { element = z element; vector = z vector; banks = z 32; width = z 4 }
let threads = function
  | Layout l when natural l -> if int (count (leaves l)) > 256 then raise Too_large else
      List.init (int (count (leaves l))) (fun i -> offset (leaves l) (z i))
  | _ -> raise Unread

let written_swizzle f =
  Printf.sprintf "Sw<%d,%d,%d>" (int f.bits) (int f.base) (if f.down then - int f.shift else int f.shift)

let conflict_free element vector ls =
  match conflict_free_swizzle (List.map (fun l -> (access element vector, threads l)) ls) with
  | Some f -> The (written_swizzle f)
  | None -> No

(* XOR strides and extents that are powers of 2. If all strides are f0, the notation does not say whose they are. *)
let power_of_two l =
  let size = int (count (leaves l)) in
  if size land (size - 1) <> 0 || List.for_all (fun (_, d) -> int d = 0) (leaves l) then raise Unread;
  if size > limit then raise Too_large;
  size

let xor_complement_of l n =
  ignore (power_of_two l);
  match xor_complement (leaves l) (z n) with
  | Some r -> The (xor_layout (of_flat (coalesce r)))
  | None -> No

(* Inverses of XOR strides always exist. The law is checked, and for right inverses the size, which is the least power
    of 2 that is no offset. *)
let up_to n holds = List.for_all holds (List.init n Fun.id)

let xor_right l =
  let size = power_of_two l in
  let offset l i = int (offset_xor (leaves l) (z i)) in
  let values = List.init size (offset l) in
  let rec largest n = if List.mem n values then largest (2 * n) else n in
  let largest = largest 1 in
  One
    ( "size " ^ string_of_int largest,
      fun r ->
        int (count r) = largest
        && up_to largest (fun i -> let j = int (offset_xor r (z i)) in j < size && offset l j = i) )

let xor_left l =
  let size = power_of_two l in
  let offset l i = int (offset_xor l (z i)) in
  let l = leaves l in
  One
    ( "one",
      fun r ->
        up_to size (fun i ->
            let x = offset l i in
            x < int (count r) && (let j = offset r x in j <= i && offset l j = x)) )

let operations =
  [
    ("coalesce", function [ Layout l ] -> flat (Some (coalesce (leaves l))) | _ -> raise Unread);
    ("composition", function [ Layout a; Layout b ] -> within_carries b; result (compose_by_carries a b) | _ -> raise Unread);
    ( "complement",
      function
      | [ Layout l; Integer n ] when n > 0 -> flat (complement (leaves l) (z n))
      | [ Xor l; Integer n ] when n > 0 -> xor_complement_of l n
      | _ -> raise Unread );
    ( "complement_ceil",
      function [ Layout l; Integer n ] when n > 0 -> flat (complement_ceil (leaves l) (z n)) | _ -> raise Unread );
    ("complement_ext", function [ Layout l ] -> flat (complement_ext (leaves l)) | _ -> raise Unread);
    ( "logical_divide",
      function
      | [ Layout a; Layout b ] -> if small a then (within b; result (logical_divide a b)) else raise Too_large
      | _ -> raise Unread );
    ("logical_product", function [ Layout a; Layout b ] -> within b; result (logical_product a b) | _ -> raise Unread);
    ( "right_inverse",
      function [ Layout l ] when natural l -> right (leaves l) | [ Xor l ] -> xor_right l | _ -> raise Unread );
    ( "left_inverse",
      function [ Layout l ] when natural l -> left (leaves l) | [ Xor l ] -> xor_left l | _ -> raise Unread );
    ("offsets", function [ l ] -> values l | _ -> raise Unread);
    ( "bank_conflicts",
      function
      | [ l; Integer element ] -> The (string_of_int (int (bank_conflicts (access element 1) (threads l))))
      | [ l; Integer element; Integer vector ] ->
          The (string_of_int (int (bank_conflicts (access element vector) (threads l))))
      | _ -> raise Unread );
    ( "conflict_free_swizzle",
      function
      | Integer element :: Integer vector :: (_ :: _ as ls) -> conflict_free element vector ls
      | _ -> raise Unread );
  ]

let answer line =
  match String.index_opt line '(' with
  | Some at when line.[String.length line - 1] = ')' -> (
      let name = String.sub line 0 at in
      let inside = String.sub line (at + 1) (String.length line - at - 2) in
      match List.assoc_opt name operations with
      | None -> raise Unread
      | Some compute -> compute (arguments inside))
  | _ -> raise Unread

(* Lines to try *)

(* The texts between quotes after "key" in a line of JSON without escapes, up to a bracket. *)
let quoted_after key line =
  let rec find from =
    if from + String.length key > String.length line then None
    else if String.sub line from (String.length key) = key then Some (from + String.length key)
    else find (from + 1)
  in
  match find 0 with
  | None -> []
  | Some from ->
      let until = try String.index_from line from ']' with Not_found -> String.length line in
      let parts = String.split_on_char '"' (String.sub line from (until - from)) in
      List.filteri (fun i _ -> i land 1 = 1) parts

let of_vectors file =
  let channel = open_in file in
  let complements file = if Filename.basename file = "cute.jsonl" then [ "complement"; "complement_ceil" ] else [ "complement" ] in
  let names = function
    | "complement" -> complements file
    | "complement_N" | "complement_flat_N" -> [ "complement" ]
    | "complement_004" -> [ "complement_ext" ]
    | "coalesce_flat" -> [ "coalesce" ]
    | "composition_flat" | "composition" -> [ "composition" ]
    | op -> [ op ]
  in
  (try
     while true do
       let line = input_line channel in
       match quoted_after "\"op\":" line with
       | op :: _ ->
           let operands = String.concat ", " (quoted_after "\"args\":" line) in
           List.iter
             (fun name -> if List.mem_assoc name operations then Printf.printf "%s(%s)\n" name operands)
             (names op)
       | [] -> ()
     done
   with End_of_file -> close_in channel)

let range a b = List.init (b - a + 1) (fun i -> a + i)
let pairs xs ys = List.concat_map (fun x -> List.map (fun y -> (x, y)) ys) xs

let of_small () =
  let leaf (s, d) = Printf.sprintf "%d:%d" s d in
  let two ((s, d), (t, e)) = Printf.sprintf "(%d,%d):(%d,%d)" s t d e in
  let modes = pairs (range 1 4) (range 0 6) in
  let layouts = List.map leaf modes @ List.map two (pairs modes modes) in
  List.iter
    (fun l ->
      Printf.printf "coalesce(%s)\ncomplement_ext(%s)\nright_inverse(%s)\nleft_inverse(%s)\n" l l l l;
      List.iter (fun n -> Printf.printf "complement(%s, %d)\ncomplement_ceil(%s, %d)\n" l n l n) (range 1 24))
    layouts;
  let modes = pairs (range 2 3) (range 0 4) in
  let three (m, ((t, e), (u, f))) = let s, d = m in Printf.sprintf "(%d,%d,%d):(%d,%d,%d)" s t u d e f in
  List.iter
    (fun l -> let l = three l in Printf.printf "right_inverse(%s)\nleft_inverse(%s)\n" l l)
    (pairs modes (pairs modes modes));
  List.iter
    (fun (b, (m, s)) ->
      let f = Printf.sprintf "Sw<%d,%d,%d>" b m s in
      Printf.printf "offsets(%s)\noffsets(%s o 32:1)\noffsets(%s o (4,2):(4,2))\n" f f f)
    (List.filter (fun (b, (_, s)) -> b <= abs s) (pairs (range 0 3) (pairs (range 0 3) (range (-4) 4))));
  List.iter
    (fun (((s, d), (t, e)) : (int * int) * (int * int)) -> Printf.printf "offsets((%d,%d):(f%d,f%d))\n" s t d e)
    (pairs (pairs (range 1 4) (range 0 6)) (pairs (range 2 4) (range 0 6)));
  List.iter
    (fun (d, (element, vector)) ->
      Printf.printf "bank_conflicts(32:%d, %d, %d)\nbank_conflicts((8,4):(%d,1), %d, %d)\n" d element vector d element vector)
    (pairs (range 0 40) (pairs [ 1; 2; 4; 8; 16 ] (range 1 4)));
  List.iter
    (fun (t, (d, (element, vector))) ->
      Printf.printf "conflict_free_swizzle(%d, %d, %d:%d, %d:%d)\n" element vector t vector t d)
    (pairs [ 4; 8; 32 ] (pairs [ 1; 6; 8; 16; 24; 32; 64 ] (pairs [ 2; 4; 8 ] [ 1; 2; 4 ])));
  let lefts = pairs (pairs (range 2 4) (range (-1) 3)) (pairs (range 2 3) (range 0 6)) in
  let left_layouts = List.map two lefts in
  let rights = List.map leaf (pairs (range 1 6) (range 0 9)) in
  let right_pairs = List.map two (pairs (pairs (range 2 3) (range 0 5)) (pairs (range 2 3) (range 0 5))) in
  List.iter
    (fun a ->
      List.iter (fun b -> Printf.printf "composition(%s, %s)\n" a b) (rights @ right_pairs);
      List.iter (fun b -> Printf.printf "logical_divide(%s, %s)\n" a b) rights)
    left_layouts;
  List.iter (fun a -> List.iter (fun b -> Printf.printf "logical_product(%s, %s)\n" (two a) b) rights)
    (List.filter (fun ((_, d), (_, e)) -> d >= 0 && e >= 0) lefts)

let of_random count seed =
  Random.init seed;
  let pick xs = List.nth xs (Random.int (List.length xs)) in
  let extents most = pick (List.filter (fun n -> n <= most) [ 1; 2; 2; 2; 3; 3; 4; 4; 5; 6; 6; 8; 9; 12 ]) in
  (* Strides that often continue where another mode ends, and others. *)
  let stride ends = match Random.int 4 with 0 -> Random.int 13 | 1 -> pick [ 0; 1; 2; 3; 4; 6; 8; 12; 16; 24 ] | _ -> pick ends in
  let rec nested most depth =
    if depth = 0 || Random.int 3 > 0 then Leaf (extents most)
    else Tuple (List.init (1 + Random.int 3) (fun _ -> nested most (depth - 1)))
  in
  let random negative most =
    let shape = Tuple (List.init (1 + Random.int 3) (fun _ -> nested most 2)) in
    let ends = ref [ 1 ] in
    let rec strides = function
      | Leaf s ->
          let d = stride !ends in
          ends := (s * d) :: (s * List.hd !ends) :: !ends;
          Leaf (if negative && Random.int 8 = 0 then -d else d)
      | Tuple ts -> Tuple (List.map strides ts)
    in
    let stride = strides shape in
    let rec text = function
      | Leaf n -> string_of_int n
      | Tuple ts -> "(" ^ String.concat "," (List.map text ts) ^ ")"
    in
    text shape ^ ":" ^ text stride
  in
  for _ = 1 to count do
    match Random.int 13 with
    | 12 -> (
        let b = Random.int 4 and m = Random.int 4 in
        let s = (b + Random.int 3) * pick [ -1; 1 ] in
        match Random.int 8 with
        | 0 | 1 | 2 -> Printf.printf "offsets(Sw<%d,%d,%d> o %s)\n" b m s (random false 4)
        | 3 | 4 | 5 -> Printf.printf "bank_conflicts(%s, %d, %d)\n" (random false 4) (pick [ 1; 2; 4; 8 ]) (1 + Random.int 4)
        | 6 -> Printf.printf "conflict_free_swizzle(%d, 1, 16:%d, (4,4):(%d,%d))\n" (pick [ 4; 8 ]) (Random.int 9)
                 (Random.int 17) (Random.int 9)
        | _ -> Printf.printf "offsets((4,%d,2):(f%d,f%d,f%d))\n" (2 + Random.int 4) (Random.int 64) (Random.int 64) (Random.int 64))
    | 10 -> Printf.printf "right_inverse(%s)\n" (random false 4)
    | 11 -> Printf.printf "left_inverse(%s)\n" (random false 3)
    | 0 -> Printf.printf "coalesce(%s)\n" (random true 12)
    | 1 -> Printf.printf "complement(%s, %d)\n" (random false 6) (pick [ 12; 24; 36; 48; 72; 96; 144; 288; 576 ])
    | 2 -> Printf.printf "complement_ceil(%s, %d)\n" (random false 6) (1 + Random.int 400)
    | 3 -> Printf.printf "logical_divide(%s, %s)\n" (random true 4) (random false 3)
    | 4 -> Printf.printf "logical_product(%s, %s)\n" (random false 4) (random false 3)
    | _ -> Printf.printf "composition(%s, %s)\n" (random true 6) (random false 4)
  done

(* Many carries, some of which cancel: bends that return, residues that are near 0 or a part of the extents. *)
let of_carries count seed =
  Random.init seed;
  let pick xs = List.nth xs (Random.int (List.length xs)) in
  let tuple xs = "(" ^ String.concat "," (List.map string_of_int xs) ^ ")" in
  for _ = 1 to count do
    let extents = List.init (2 + Random.int 3) (fun _ -> pick [ 2; 2; 3; 4; 5; 6; 8; 16; 30; 64; 100; 1000 ]) in
    let first = pick [ 0; 1; 1; 2; 3 ] in
    let _, strides =
      List.fold_left
        (fun (last, all) s ->
          let next = pick [ last; s * last; (s * last) + 1; (s * last) - first; first; 0; 4 ] in
          let next = if abs next > 1_000_000 then 1 else next in
          (next, next :: all))
        (first, [ first ])
        (List.tl extents)
    in
    let ends = List.rev (List.fold_left (fun all s -> (s * List.hd all) :: all) [ 1 ] extents) in
    let leaf most =
      let stride = (pick ends * (1 + Random.int 3) / pick [ 1; 1; 2; 3 ]) + pick [ 0; 0; 1; -1 ] in
      (1 + Random.int most, max 0 stride)
    in
    let even (s, d) = ((if s > 2 then s / 2 * 2 else s), d) in
    let leaves = List.map (fun most -> even (leaf most)) (pick [ [ 1_000_000_000 ]; [ 20; 1_000_000 ]; [ 8; 8; 8 ]; [ 4; 4; 1000 ] ]) in
    Printf.printf "composition(%s:%s, %s:%s)\n" (tuple extents) (tuple (List.rev strides))
      (tuple (List.map fst leaves)) (tuple (List.map snd leaves))
  done

let of_xor_strides count seed =
  Random.init seed;
  let pick xs = List.nth xs (Random.int (List.length xs)) in
  for _ = 1 to count do
    let modes = List.init (1 + Random.int 3) (fun _ -> (pick [ 1; 2; 2; 2; 4 ], pick [ 1; 2; 4; 8; Random.int 16; Random.int 32 ])) in
    let text part = "(" ^ String.concat "," (List.map part modes) ^ ")" in
    let l = text (fun (s, _) -> string_of_int s) ^ ":" ^ text (fun (_, d) -> "f" ^ string_of_int d) in
    Printf.printf "right_inverse(%s)\nleft_inverse(%s)\ncomplement(%s, %d)\n" l l l
      (pick [ 1; 2; 3; 4; 8; 16; 32; 64 ] * (1 + Random.int 6))
  done

(* Comparing *)

let refused given = String.length given >= 6 && String.sub given 0 6 = "error:"

let check lines answers =
  let lines = open_in lines and answers = open_in answers in
  let same = ref 0 and law = ref 0 and none = ref 0 and open_ = ref 0 in
  let unread = ref 0 and large = ref 0 and differ = ref 0 in
  (try
     while true do
       let line = input_line lines in
       let given = try input_line answers with End_of_file -> failwith "an answer is missing" in
       let different own =
         incr differ;
         if !differ <= 20 then Printf.printf "DIFFERENT: %s\n  proved %s\n  given  %s\n" line own given
       in
       let holds of_it = match operand given with Layout l | Xor l -> of_it (leaves l) | _ | (exception Unread) -> false in
       match answer line with
       | The own -> if own = given then incr same else different own
       | No -> if refused given then incr none else different "none"
       | One (own, of_it) -> if holds of_it then incr law else different own
       | No_or of_it -> if refused given then incr none else if holds of_it then incr law else different "not this"
       | Undecided of_it -> if refused given then incr open_ else if holds of_it then incr law else different "not this"
       | exception Unread -> incr unread
       | exception Too_large -> incr large
     done
   with End_of_file -> ());
  Printf.printf
    "%d results the same, of %d inverses the law and the size, %d refused by both, %d different; not tried: %d that the \
     oracle does not read, %d too large, %d inverses that neither finds nor decides\n"
    !same !law !none !differ !unread !large !open_;
  exit (if !differ = 0 && !same > 0 && !none > 0 && !law > 0 then 0 else 1)

let () =
  match List.tl (Array.to_list Sys.argv) with
  | "generate" :: vectors ->
      List.iter of_vectors vectors;
      of_small ();
      of_random 130_000 39;
      of_carries 20_000 39;
      of_xor_strides 5_000 39
  | [ "answer" ] -> (
      let text = function
        | The own | One (own, _) -> own
        | No -> "none"
        | No_or _ -> "none to the first coordinates"
        | Undecided _ -> "not decided" in
      try
        while true do
          let line = read_line () in
          print_endline (try text (answer line) with Unread -> "not read" | Too_large -> "too large")
        done
      with End_of_file -> ())
  | [ "check"; lines; answers ] -> check lines answers
  | _ ->
      prerr_endline "oracle generate VECTORS... | answer | check LINES ANSWERS";
      exit 2
