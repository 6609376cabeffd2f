/** Number of requests that each route gets: enough to find most faults in every run of the tests; FC_RUNS asks for more. */
export const fuzzRuns = (usual: number): number => Number(process.env.FC_RUNS ?? usual);
