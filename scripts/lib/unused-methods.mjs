/**
 * Empties methods that are never called. No bundler can know that of a method, so a classic script would contain them
 * all.
 *
 * @param {string} code source code of a library, formatted with two spaces
 * @param {readonly string[]} names
 * @returns {string} the code, in which the methods exist but do nothing
 * @throws when the code has no method with one of these names
 */
export function emptyMethods(code, names) {
  return names.reduce((rest, name) => {
    const emptied = rest.replace(new RegExp(`(?<=^  ${name}\\()[^\\n]*\\{\\n.*?^  \\}$`, 'ms'), () => ') {}');
    if (emptied === rest) throw new Error(`There is no method ${name}.`);
    return emptied;
  }, code);
}
