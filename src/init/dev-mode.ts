// These devMode warnings about the host's input are loaded as one chunk.
export { warnOfKeys } from '../config/ignored-keys.js';
export { warnOfExpress } from './warn-of-express.js';
export { warnOfNeighbours } from './warn-of-neighbours.js';
export { warnOfOrigin } from './warn-of-origin.js';
export { warnOfSession } from './warn-of-session.js';
