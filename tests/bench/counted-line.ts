import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** How slow the line is; without it, as fast as the machine. */
export type Slow = { bytesPerSecond: number; latency: number };

/** A line to the site that counts what comes through it, whoever asks: page, worker or browser. */
export type CountedLine = {
  url: string;
  bytes: () => number;
  /** Each as its first line has it, such as `GET /sw.js HTTP/1.1`. */
  requests: () => string[];
  reset: () => void;
  cut: () => void;
};

export async function countedLine(target: number, slow?: Slow): Promise<CountedLine> {
  const sockets = new Set<Socket>();
  let bytes = 0;
  let requests: string[] = [];
  const paced = slow && pace(slow);
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => socket.destroy());
    }
    near.on('data', (chunk) => requests.push(...(`${chunk}`.match(/^[A-Z]+ \/\S* HTTP\/1\.1/gm) ?? [])));
    far.on('data', (chunk) => {
      bytes += chunk.length;
      if (paced === undefined) near.write(chunk);
      else paced(chunk, () => near.writable && near.write(chunk));
    });
    far.on('end', () => paced?.(Buffer.alloc(0), () => near.end()) ?? near.end());
    near.pipe(far);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    bytes: () => bytes,
    requests: () => requests,
    reset() {
      bytes = 0;
      requests = [];
    },
    cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** All connections share one line: what comes waits for what is on its way, and a round trip takes its time. */
function pace({ bytesPerSecond, latency }: Slow): (chunk: Buffer, pass: () => void) => void {
  let free = 0;
  return (chunk, pass) => {
    const now = performance.now();
    free = Math.max(now + latency, free) + (chunk.length / bytesPerSecond) * 1_000;
    setTimeout(pass, free - now);
  };
}
