import { expect, it } from 'vitest';
import { emptyMethods } from './unused-methods.mjs';

const code = `class Library {
  used() {
    return this.unused({
      times: 2
    });
  }
  unused(options = {}, callback) {
    if (callback) {
      callback(options);
    }
    return options;
  }
}
new Library().used();`;

it('empties a method, and leaves the others as they are', () => {
  expect(emptyMethods(code, ['unused'])).toBe(
    code.replace(/unused\(options[^]*?return options;\n {2}\}/, 'unused() {}'),
  );
  expect(() => emptyMethods(code, ['missing'])).toThrow('There is no method missing.');
});
