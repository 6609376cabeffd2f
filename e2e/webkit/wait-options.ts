/** Time within which something must appear, in milliseconds. */
export const waitOptions = { timeout: 30_000, interval: 50 };
