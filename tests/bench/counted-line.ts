import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy that counts all bytes from the server, whether page, worker or browser asks. */
export type CountedLine = Disposable & {
  url: string;
  /** Since the last `reset`. */
  bytes: () => number;
  requests: () => number;
  reset: () => void;
  /** Connects to another server from now on. */
  leadTo: (url: string) => void;
};

export async function countedLine(target: string): Promise<CountedLine> {
  const sockets = new Set<Socket>();
  let { port } = new URL(target);
  let bytes = 0;
  let requests = 0;
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => socket.destroy());
    }
    near.on('data', (chunk) => {
      requests += `${chunk}`.match(/^[A-Z]+ \/\S* HTTP\/1\.1/gm)?.length ?? 0;
    });
    far.on('data', (chunk) => {
      bytes += chunk.length;
    });
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    bytes: () => bytes,
    requests: () => requests,
    reset() {
      bytes = 0;
      requests = 0;
    },
    leadTo(url) {
      ({ port } = new URL(url));
      hangUp();
    },
    [Symbol.dispose]() {
      server.close();
      hangUp();
    },
  };
}
