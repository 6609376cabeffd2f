/** Returns the dark modules as a path, in which each module is one unit wide. */
export function qrPath(modules: string): { readonly size: number; readonly path: string } {
  const size = Math.floor(Math.sqrt(modules.length * 4));
  let path = '';
  for (let at = 0; at < size * size; at += 1) {
    const isDark = (parseInt(modules[at >> 2] ?? '', 16) >> (3 - (at & 3))) & 1;
    if (isDark) path += `M${at % size} ${Math.floor(at / size)}h1v1h-1z`;
  }
  return { size, path };
}
