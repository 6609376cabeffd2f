// Warnings of devMode about colours and properties, as one part to fetch.
export { warnOfContrast } from './warn-of-contrast.js';
export { warnOfProperties } from './warn-of-properties.js';
