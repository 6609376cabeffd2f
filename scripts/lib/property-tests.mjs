import fc from 'fast-check';

/**
 * Multiplies the number of cases that a property is tried with in the nightly run.
 * @param {number} usual enough to find most faults in every run of the tests
 */
export function propertyRuns(usual) {
  return process.env.UPC_NIGHTLY === '1' ? usual * 10 : usual;
}

// The same cases in every run, so that a change is to blame for a failure; FC_SEED looks for others. The message names
// what was expected, since the line about a failed test in a log has nothing but the message.
fc.configureGlobal({
  seed: Number(process.env.FC_SEED ?? 20_261_121),
  numRuns: propertyRuns(100),
  includeErrorInReport: true,
});
