<?php

namespace A;

use B\C;
use B\D;

#[Attribute]
final class E
{
    public function __construct(
        private C $here,
    ) {
        foreach ([1] as $x) {
            echo $this->here[$x + 1];
        }
        $f = match (true) {
            default => 1,
        };
    }
}
