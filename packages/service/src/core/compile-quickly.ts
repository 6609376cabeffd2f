/**
 * Options of Ajv for all checks: making their code shorter takes about half of what compiling takes, and does not make a
 * check faster once V8 has compiled it.
 */
export const COMPILE_QUICKLY = { code: { optimize: false } } as const;
