import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

type When = 'GREETING' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'BODY';
type Talker = AsyncDisposable & {
  /** For `SMTP_URL`; with a login. */
  url: string;
  /** Recipients of complete messages that were accepted. */
  got: string[];
  /** Commands that were received; RCPT with its address. */
  heard: string[];
  /** The reply, or undefined to accept. */
  says: (when: When, address: string) => string | undefined;
  /** Waits before a reply. */
  waits: (when: When) => Promise<unknown>;
};

/** A mail server that says what a test wants, and does what servers do after it: it hangs up after 421 and 554. */
export async function startTalker(isPipelining: boolean): Promise<Talker> {
  const sockets = new Set<Socket>();
  // See `startMailServer`.
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}));
    talk(socket).catch(() => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function talk(socket: Socket): Promise<void> {
    let rest = '';
    let address = '';
    let isAccepted = false;
    /** Returns false if it refused. */
    const answer = async (when: When, accepting: string) => {
      await talker.waits(when);
      const reply = talker.says(when, address) ?? accepting;
      const lines = `${reply.replaceAll('\n', '\r\n')}\r\n`;
      if (/^(?:421|554)/.test(reply)) socket.end(lines);
      else socket.write(lines);
      return /^[23]/.test(reply);
    };
    if (!(await answer('GREETING', '220 Ready'))) return;
    let isBody = false;
    for await (const chunk of socket) {
      rest += chunk;
      for (;;) {
        const end = rest.indexOf(isBody ? '\r\n.\r\n' : '\r\n');
        if (end === -1) break;
        const line = rest.slice(0, end);
        rest = rest.slice(end + (isBody ? 5 : 2));
        if (isBody) {
          isBody = false;
          if (await answer('BODY', '250 Taken')) talker.got.push(address);
          continue;
        }
        const word = line.slice(0, 4).toUpperCase();
        talker.heard.push(word === 'RCPT' ? line : word);
        if (word === 'EHLO')
          socket.write(`250-here\r\n${isPipelining ? '250-PIPELINING\r\n' : ''}250 AUTH PLAIN\r\n`);
        else if (word === 'AUTH') await answer('AUTH', '235 Welcome');
        else if (word === 'MAIL') await answer('MAIL', '250 OK');
        else if (word === 'RCPT') {
          address = /<(.*)>/.exec(line)?.[1] ?? '';
          isAccepted = await answer('RCPT', '250 OK');
        } else if (word === 'DATA')
          isBody = await answer('DATA', isAccepted ? '354 Go on' : '503 5.5.1 No valid recipients');
        else if (word === 'QUIT') socket.end('221 Bye\r\n');
        if (socket.writableEnded) return;
      }
    }
  }

  const talker: Talker = {
    url: `smtp://me:secret@127.0.0.1:${port}`,
    got: [],
    heard: [],
    says: () => undefined,
    waits: async () => undefined,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return talker;
}
