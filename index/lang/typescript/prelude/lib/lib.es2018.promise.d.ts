interface Promise<T> { finally(onfinally?: (() => void) | null): Promise<T> }
