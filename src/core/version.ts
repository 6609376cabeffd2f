/** Set from package.json when the package is built. */
declare const __VERSION__: string;

export const version: string = __VERSION__;
