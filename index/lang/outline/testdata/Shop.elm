module Shop exposing (User, total)

import Html exposing (text)


{-| A user. -}
type alias User =
    { name : String
    , level : Level
    }


type Level
    = Low
    | High Int


{-| The sum. -}
total : User -> Int -> Int
total user extra =
    let
        base =
            price user.level
    in
    base + extra


price : Level -> Int
price level =
    case level of
        Low ->
            1

        High n ->
            n
