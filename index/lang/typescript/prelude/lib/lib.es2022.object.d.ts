interface ObjectConstructor { hasOwn(o: object, v: PropertyKey): boolean }
