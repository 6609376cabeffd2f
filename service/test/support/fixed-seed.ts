import fc from 'fast-check';

/** The same cases in every run, so that a change is to blame for a failure; FC_SEED looks for others. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_121) });
