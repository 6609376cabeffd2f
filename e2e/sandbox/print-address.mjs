import { Server } from 'node:net';

// This is loaded into a server that prints nothing when it listens. It prints the server's address, so that the server
// can be started on port 0.
// oxlint-disable-next-line typescript/unbound-method -- called with its original receiver
const { listen } = Server.prototype;
/** @param {...unknown} args */
Server.prototype.listen = function (...args) {
  this.once('listening', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.address());
    console.log(`http://localhost:${port}`);
  });
  return listen.apply(this, /** @type {never} */ (args));
};
