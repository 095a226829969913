import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A line of what real mail servers say, by the command that it answers. `thenCloses`: 421 always does. */
export type Says = {
  when: 'GREETING' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'BODY';
  reply: string;
  means: 'later' | 'address' | 'refused';
  stops?: 'channel';
};

export const smtpReplies: Says[] = [
  { when: 'RCPT', reply: '421 4.7.0 Too many messages, try again later', means: 'later' },
  { when: 'RCPT', reply: '454 4.7.1 Temporarily deferred', means: 'later' },
  { when: 'RCPT', reply: '452 4.5.3 Too many recipients', means: 'later' },
  { when: 'DATA', reply: '421 Service shutting down', means: 'later' },
  { when: 'RCPT', reply: '550 No Such User Here', means: 'address' },
  {
    when: 'RCPT',
    reply: '550 5.1.1 The email account that you tried to reach does not exist',
    means: 'address',
  },
  { when: 'RCPT', reply: '550 5.4.1 Recipient address rejected: Access denied', means: 'address' },
  { when: 'RCPT', reply: '554 30 Sorry, this mailbox is disabled', means: 'address' },
  { when: 'RCPT', reply: '552 5.2.2 Mailbox full', means: 'later' },
  { when: 'MAIL', reply: '550 5.7.1 Sender account suspended', means: 'refused', stops: 'channel' },
  { when: 'RCPT', reply: '550 5.7.1 Relaying denied', means: 'refused' },
  { when: 'BODY', reply: '550 5.7.26 Unauthenticated sender', means: 'refused' },
  { when: 'AUTH', reply: '535 5.7.8 Authentication failed', means: 'refused', stops: 'channel' },
  { when: 'GREETING', reply: '554 5.7.1 Your address is blocklisted', means: 'refused', stops: 'channel' },
  { when: 'GREETING', reply: '421 4.3.2 Too busy', means: 'later' },
  { when: 'RCPT', reply: '503 5.5.1 Need MAIL first', means: 'refused' },
  { when: 'BODY', reply: '550 5.1.1 No such user', means: 'address' },
  {
    when: 'RCPT',
    reply:
      '550 User info@hcs.example has exceeded its 24-hour sending limit. Messages to 100 recipients out of 100 allowed have been sent',
    means: 'later',
  },
  { when: 'RCPT', reply: '550 5.4.5 Daily user sending limit exceeded', means: 'later' },
  {
    when: 'RCPT',
    reply: '550 5.2.1 The user you are trying to contact is receiving mail too quickly',
    means: 'later',
  },
  { when: 'RCPT', reply: '550 mailbox is full', means: 'later' },
  { when: 'RCPT', reply: '550 relay not permitted', means: 'refused' },
  { when: 'RCPT', reply: '550 SMTP AUTH is required', means: 'refused' },
  { when: 'RCPT', reply: '554 Blocked - see https://ipcheck.proofpoint.com/', means: 'refused' },
  { when: 'RCPT', reply: '550 SPF check failed', means: 'refused' },
  { when: 'RCPT', reply: '550 Please turn on something that we have never heard of', means: 'refused' },
  { when: 'RCPT', reply: '550 Requested action not taken: mailbox unavailable', means: 'address' },
  // listmonk#2509, #1300, #2683, #1073, #2623
  { when: 'RCPT', reply: '450 Too many requests. Try again later. #MS-ST-G', means: 'later' },
  { when: 'RCPT', reply: '450 Too many recipient attempts', means: 'later' },
  {
    when: 'MAIL',
    reply: '421 Connection closed by server. Maximum message count per session reached.',
    means: 'later',
  },
  { when: 'RCPT', reply: '503 5.5.0 SMTP protocol violation', means: 'refused' },
  {
    when: 'RCPT',
    reply: '550-5.1.1 The email account that you tried to reach\n550 5.1.1 does not exist.',
    means: 'address',
  },
];

/** As nodemailer names them. */
export const commandNames = {
  GREETING: 'CONN',
  AUTH: 'AUTH PLAIN',
  MAIL: 'MAIL FROM',
  RCPT: 'RCPT TO',
  DATA: 'DATA',
  BODY: 'DATA',
} as const satisfies Record<Says['when'], string>;

export type Talker = AsyncDisposable & {
  /** For `SMTP_URL`; with a login. */
  url: string;
  /** Recipients of complete messages that were accepted. */
  got: string[];
  /** Commands that were received; RCPT with its address. */
  heard: string[];
  /** The reply, or undefined to accept. */
  says: (when: Says['when'], address: string) => string | undefined;
  /** Waits before a reply. */
  waits: (when: Says['when']) => Promise<unknown>;
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
    const answer = async (when: Says['when'], accepting: string) => {
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
