import type { Logos, LogosLoader } from './logos.js';

/** Logos of the ES build: a chunk of data. */
export const loadLogos: LogosLoader = async () => (await import('./logos.json')).default as unknown as Logos;
