import fc from 'fast-check';

/**
 * Multiplies the number of cases for a property in the nightly run.
 * @param {number} usual number of cases in every other run, which finds most faults
 */
export function propertyRuns(usual) {
  return process.env.UPC_NIGHTLY === '1' ? usual * 10 : usual;
}

// Every run uses the same cases, so that only a change can cause a failure. FC_SEED selects other cases. The error is
// part of the message, because a log's line about a failed test contains only the message.
fc.configureGlobal({
  seed: Number(process.env.FC_SEED ?? 20_261_121),
  numRuns: propertyRuns(100),
  includeErrorInReport: true,
});
