import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a local server, for any protocol; counts traffic and can fall silent. `at`: its port. */
export async function startRelay(target: string, at = 0) {
  const sockets = new Set<Socket>();
  const { port } = new URL(target);
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    near.on('data', (chunk) => {
      relay.requests += `${chunk}`.match(/^[A-Z]+ \/\S* HTTP\/1\.1/gm)?.length ?? 0;
    });
    far.on('data', (chunk) => {
      relay.bytes += chunk.length;
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => to.write(chunk)).on('error', () => from.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (relay.isSilent) from.pause();
    }
  }).listen(at, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  const relay = {
    url: target.replace(`:${port}`, `:${own}`),
    /** From the server. */
    bytes: 0,
    /** HTTP requests only. */
    requests: 0,
    isSilent: false,
    /** Passes nothing on, as if the host at the other end had vanished. */
    silence(isSilent: boolean) {
      relay.isSilent = isSilent;
      for (const socket of sockets) socket[isSilent ? 'pause' : 'resume']();
    },
    [Symbol.dispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return relay;
}
