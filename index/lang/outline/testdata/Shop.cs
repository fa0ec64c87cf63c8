using System;
using IO = System.IO;

namespace Shop.Core
{
    /// <summary>Something to buy.</summary>
    [Serializable]
    public class Item<T> : Thing, IPriced where T : class
    {
        public const int Limit = 10;
        private readonly string name;
        public int Price { get; set; }
        public event EventHandler Sold;
        public delegate void Handler(int x);

        public Item(string name) { this.name = name; }
        ~Item() { }

        public int Total(int count, params int[] rest)
        {
            var sum = Price * count;
            foreach (var r in rest) sum += r;
            int Local(int y) => y + sum;
            Func<int, int> f = x => x + Limit;
            return Local(f(sum)) + Helper.Run(name);
        }
        public int Total() => this.Total(1);
        public static Item<T> operator +(Item<T> a, Item<T> b) => a;
        public string this[int i] => name;

        private enum Kind { Plain, Sized = 2 }
        struct Inner { public int X; }
    }

    interface IPriced { int Price { get; } void Sell(int n); }
    record Person(string First, string Last);
}
