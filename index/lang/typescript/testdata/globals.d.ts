declare const VERSION: string;
declare namespace Lib { function make(): Thing; interface Thing { id: number } }
interface Shared { own: Lib.Thing }
