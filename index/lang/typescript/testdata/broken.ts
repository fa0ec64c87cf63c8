export function good(a: number) { return a; }
class Broken { method( { return this.; }
const after = good(1;
import { x from './m';
interface I { a: ; b: string
export const last = ) + after;
