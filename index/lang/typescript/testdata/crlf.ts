export const bom = 1;
function crlf(a: string) {
  return a;
}
