import fc from 'fast-check';

/**
 * The same cases in every run, so that a change is to blame for a failure; FC_SEED looks for others. The message names
 * what was expected, since the line about a failed test in a log has nothing but the message.
 */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_121), includeErrorInReport: true });
