// Warnings of devMode about what the host has given, as one part to fetch.
export { warnOfKeys } from '../config/ignored-keys.js';
export { warnOfNeighbours } from './warn-of-neighbours.js';
export { warnOfOrigin } from './warn-of-origin.js';
