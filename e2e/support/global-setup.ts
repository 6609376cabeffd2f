import { bundleNpmBuild } from './npm-bundle.js';
import { bundlePrograms } from './process.js';
import { buildStandIn } from './stripe/build.js';

/** Bundles the npm build, the stand-in for Stripe's script, and the programs of the stack. */
export default async function globalSetup(): Promise<void> {
  await Promise.all([bundleNpmBuild(), buildStandIn(), bundlePrograms()]);
}
