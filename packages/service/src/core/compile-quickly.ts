/**
 * Ajv options for all checks. Optimising the generated code would take about half of the compile time, and does not
 * make a check faster once V8 has compiled it.
 */
export const COMPILE_QUICKLY = { code: { optimize: false } } as const;
