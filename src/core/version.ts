/** The version in package.json, set when the package is built. */
declare const __VERSION__: string;

export const version: string = __VERSION__;
