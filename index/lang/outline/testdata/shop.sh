#!/bin/bash
# How much fits.
LIMIT=10
readonly NAME="shop"
export PATH_TO=/x

# Says hello.
greet() {
  local who=$1 other
  echo "Hello ${who} $NAME"
  for i in 1 2 3; do
    total=$((total + i))
  done
}

function leave {
  greet "$LIMIT"
  unknown_command "$@"
  declare -r DEEP=1
}
leave
alias ll='ls -l'
