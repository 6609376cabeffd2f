import type { Marks, MarksLoader } from './marks.js';

/** Marks of the ES build: a chunk of data. */
export const loadMarks: MarksLoader = async () => (await import('./marks.json')).default as unknown as Marks;
