import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Higher ports are given to connections: by Linux from 32768 on, by macOS from 49152 on. */
const [lowest, highest, blockSize] = [20_000, 32_000, 100];

const ports = ownPorts();

/** A port for a server that stops and starts again: no other process is given it, in no test run of this machine. */
export async function ownPort(): Promise<number> {
  return (await ports.next()).value;
}

/** Whoever listens on a block's first port, for as long as its process lives, may use the others. */
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

/** Undefined if the port is in use. */
async function listen(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    () => server,
    () => undefined,
  );
}
