import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

type When = 'GREETING' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'BODY';
type Means = 'later' | 'address' | 'refused' | 'channel';

/** What real mail servers say, by the command that it answers. */
export const smtpReplies: [when: When, means: Means, reply: string][] = [
  ['RCPT', 'later', '421 4.7.0 Too many messages, try again later'],
  ['RCPT', 'later', '454 4.7.1 Temporarily deferred'],
  ['RCPT', 'later', '452 4.5.3 Too many recipients'],
  ['DATA', 'later', '421 Service shutting down'],
  ['RCPT', 'address', '550 No Such User Here'],
  ['RCPT', 'address', '550 5.1.1 The email account that you tried to reach does not exist'],
  ['RCPT', 'address', '550 5.4.1 Recipient address rejected: Access denied'],
  ['RCPT', 'address', '554 30 Sorry, this mailbox is disabled'],
  ['RCPT', 'later', '552 5.2.2 Mailbox full'],
  ['MAIL', 'channel', '550 5.7.1 Sender account suspended'],
  ['RCPT', 'refused', '550 5.7.1 Relaying denied'],
  ['BODY', 'refused', '550 5.7.26 Unauthenticated sender'],
  ['AUTH', 'channel', '535 5.7.8 Authentication failed'],
  ['GREETING', 'channel', '554 5.7.1 Your address is blocklisted'],
  ['GREETING', 'later', '421 4.3.2 Too busy'],
  ['RCPT', 'refused', '503 5.5.1 Need MAIL first'],
  ['BODY', 'address', '550 5.1.1 No such user'],
  [
    'RCPT',
    'later',
    '550 User info@hcs.example has exceeded its 24-hour sending limit. Messages to 100 recipients out of 100 allowed have been sent',
  ],
  ['RCPT', 'later', '550 5.4.5 Daily user sending limit exceeded'],
  ['RCPT', 'later', '550 5.2.1 The user you are trying to contact is receiving mail too quickly'],
  ['RCPT', 'later', '550 mailbox is full'],
  ['RCPT', 'refused', '550 relay not permitted'],
  ['RCPT', 'refused', '550 SMTP AUTH is required'],
  ['RCPT', 'refused', '554 Blocked - see https://ipcheck.proofpoint.com/'],
  ['RCPT', 'refused', '550 SPF check failed'],
  ['RCPT', 'refused', '550 Please turn on something that we have never heard of'],
  ['RCPT', 'address', '550 Requested action not taken: mailbox unavailable'],
  // listmonk#2509, #1300, #2683, #1073, #2623
  ['RCPT', 'later', '450 Too many requests. Try again later. #MS-ST-G'],
  ['RCPT', 'later', '450 Too many recipient attempts'],
  ['MAIL', 'later', '421 Connection closed by server. Maximum message count per session reached.'],
  ['RCPT', 'refused', '503 5.5.0 SMTP protocol violation'],
  ['RCPT', 'address', '550-5.1.1 The email account that you tried to reach\n550 5.1.1 does not exist.'],
];

/** As nodemailer names them. */
export const commandNames = {
  GREETING: 'CONN',
  AUTH: 'AUTH PLAIN',
  MAIL: 'MAIL FROM',
  RCPT: 'RCPT TO',
  DATA: 'DATA',
  BODY: 'DATA',
} as const satisfies Record<When, string>;

export type Talker = AsyncDisposable & {
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
