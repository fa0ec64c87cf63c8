//! Selling.

use std::collections::HashMap;
use crate::till::{Till, self as t};

/// How much fits.
pub const LIMIT: usize = 10;
static mut COUNT: u32 = 0;

/// Something to buy.
#[derive(Debug)]
pub struct Item<T> {
    pub name: String,
    price: u32,
    extra: Option<T>,
}

pub struct Pair(u32, Item<u8>);

pub enum Kind {
    Plain,
    Sized(u32),
    Named { name: String },
}

pub trait Priced: Clone {
    type Unit;
    const BASE: u32 = 1;
    fn price(&self) -> u32;
    fn double(&self) -> u32 { self.price() * 2 }
}

impl<T> Item<T> {
    pub fn new(name: &str, price: u32) -> Self {
        let total = price + 1;
        Item { name: name.to_string(), price: total, extra: None }
    }
}

impl<T> Priced for Item<T> {
    type Unit = u32;
    fn price(&self) -> u32 {
        let f = |x: u32| x + self.price;
        f(LIMIT as u32)
    }
}

mod inner {
    pub fn help(k: super::Kind) -> u32 {
        match k {
            Kind::Plain => 0,
            Kind::Sized(n) => n,
            Kind::Named { name } => name.len(),
        }
    }
}

type Items = Vec<Item<u8>>;

macro_rules! twice { ($e:expr) => { $e + $e }; }

fn main() {
    let it = Item::new("a", 1);
    if let Some(x) = it.extra { drop(x); }
    for i in 0..LIMIT { println!("{}", i); }
    inner::help(Kind::Plain);
}
