import { canInstall, install, onPath } from './apt.mjs';

const packages = ['nginx-light', 'openssl'];

/**
 * @returns {Promise<string>} the path of nginx, which is installed if it is missing
 * @throws when it cannot be installed; the message says why
 */
export async function ensureNginx() {
  const found = findNginx();
  if (found !== undefined) return found;
  if (canInstall()) {
    await install('No nginx found', packages);
    const installed = findNginx();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'These tests need nginx and openssl: they were not found, and could not be installed. ' +
      `Install them (Debian: apt-get install ${packages.join(' ')}).`,
  );
}

/** @returns {boolean} whether the packages exist for this system at all */
export function canHaveNginx() {
  return process.platform === 'linux';
}

function findNginx() {
  const [nginx] = onPath('nginx');
  return onPath('openssl').length > 0 ? nginx : undefined;
}
