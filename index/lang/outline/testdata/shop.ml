(* The level. *)
type level = Low | High of int

(** A user. *)
type user = { name : string; mutable level : level }

exception Broken of string

module Order = struct
  let make cost = cost + 1
  let twice x = make x * 2
end

(** The sum. *)
let total user extra =
  let base = price user.level in
  base + extra

and price = function
  | Low -> 1
  | High n -> n

let rec loop n acc = if n = 0 then acc else loop (n - 1) (acc + Order.twice n)

class counter = object (self)
  val mutable count = 0
  method incr by = count <- count + by
end

let () = print_int (loop 3 (total { name = "a"; level = Low } 1))
