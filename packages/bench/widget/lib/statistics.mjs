/**
 * @typedef {object} Spread
 * @property {number} median
 * @property {number} low the lower quartile
 * @property {number} high the upper quartile
 */

/**
 * Calculates the median and the quartiles. It interpolates if a rank falls between two values.
 * @param {readonly number[]} values at least one
 * @returns {Spread}
 */
export function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

/**
 * @param {readonly number[]} sorted
 * @param {number} share from 0 to 1
 */
function quantile(sorted, share) {
  const rank = (sorted.length - 1) * share;
  const [below = NaN, above = below] = sorted.slice(Math.floor(rank), Math.floor(rank) + 2);
  return below + (above - below) * (rank - Math.floor(rank));
}
