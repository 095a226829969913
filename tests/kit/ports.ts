import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Linux uses ports from 32768 on for outgoing connections, macOS from 49152 on. */
const [lowest, highest, blockSize] = [20_000, 32_000, 100];

const ports = ownPorts();

/** A port for a server that stops and starts again: no other test process on this machine will use it. */
export async function ownPort(): Promise<number> {
  return (await ports.next()).value;
}

/** A process that listens on the first port of a block owns the others for as long as it lives. */
async function* ownPorts(): AsyncGenerator<number, never> {
  for (let first = lowest; first < highest; first += blockSize) {
    const claim = await listen(first);
    if (claim === undefined) continue;
    claim.unref();
    for (let port = first + 1; port < first + blockSize; port += 1) {
      const probe = await listen(port);
      if (probe === undefined) continue;
      probe.close();
      await once(probe, 'close');
      yield port;
    }
  }
  throw new Error(`No port is free from ${lowest} to ${highest}.`);
}

/** Returns undefined if the port is in use. */
async function listen(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    () => server,
    () => undefined,
  );
}
