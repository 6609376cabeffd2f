import { createSimulator } from '@upc/simulator';

/* This runs the simulated provider in its own process, which exits when its parent does. */
process.once('disconnect', () => process.exit());

const {
  SIMULATOR_DATA_DIR = '',
  SIMULATOR_SECRET_KEY = '',
  SIMULATOR_PORT,
  SIMULATOR_PUBLIC_URL,
} = process.env;
const simulator = await createSimulator({
  dataDir: SIMULATOR_DATA_DIR,
  secretKey: SIMULATOR_SECRET_KEY,
  port: Number(SIMULATOR_PORT),
  delay: { from: 0, to: Number(process.env.SIMULATOR_DELAY_MS ?? 0) },
  settlementMs: Number(process.env.SIMULATOR_SETTLEMENT_MS),
  ...(SIMULATOR_PUBLIC_URL !== undefined && { publicUrl: SIMULATOR_PUBLIC_URL }),
  logErrors: true,
});
process.send?.({ listening: simulator.url });
