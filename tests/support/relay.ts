import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A line to a port of this machine that can fall silent, as when the host at its end vanishes. */
export type Relay = AsyncDisposable & {
  port: number;
  /** From now on nothing passes and nothing is closed; whoever connects is not answered. */
  vanish(): void;
  /** What was held back passes. */
  appear(): void;
};

export async function startRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isAway = false;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isAway) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The relay has no port');
  return {
    port: address.port,
    vanish() {
      isAway = true;
      for (const socket of sockets) socket.pause();
    },
    appear() {
      isAway = false;
      for (const socket of sockets) socket.resume();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
