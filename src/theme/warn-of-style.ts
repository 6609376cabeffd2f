// These devMode warnings about colours and properties are loaded as one chunk.
export { warnOfContrast } from './warn-of-contrast.js';
export { warnOfProperties } from './warn-of-properties.js';
