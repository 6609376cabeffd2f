import type { Logos, LogosLoader } from './logos.js';

/** Loads the logos of the ES build, which are a chunk of data. */
export const loadLogos: LogosLoader = async () => (await import('./logos.json')).default as unknown as Logos;
