import { Server } from 'node:net';

// Loaded into a server that says nothing when it listens: it prints its address, so that it can be started on port 0.
// oxlint-disable-next-line typescript/unbound-method -- called on what it was called on
const { listen } = Server.prototype;
/** @param {...unknown} args */
Server.prototype.listen = function (...args) {
  this.once('listening', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.address());
    console.log(`http://localhost:${port}`);
  });
  return listen.apply(this, /** @type {never} */ (args));
};
