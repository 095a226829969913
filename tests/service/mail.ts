import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A message as a mail server receives it. */
type Mail = { from: string; to: string[]; text: string; isSecure: boolean; user: unknown };

export type MailServer = AsyncDisposable & {
  /** For `SMTP_URL`. */
  url: string;
  mails: Mail[];
  /** The reply to RCPT TO; 250 accepts the recipient. */
  answer: (address: string) => string;
  /** The reply once a complete message has arrived. */
  taken: (mail: Mail) => Promise<string>;
};

const open = { authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'] };

/** A mail server that stores what it receives. `safety`: options for a server that is not open to all. */
export async function startMailServer(safety: SMTPServerOptions = open): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const smtp = new SMTPServer({
    ...safety,
    onRcptTo: ({ address }, _, done) => reply(mailServer.answer(address), done),
    onData: async (stream, { envelope, secure: isSecure, user }, done) => {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      const to = envelope.rcptTo.map(({ address }) => address);
      // Rejects if the client hangs up in the middle of a message.
      const whole = await text(stream).catch(() => undefined);
      if (whole === undefined) return;
      const mail = { from, to, text: whole.replaceAll('\r\n', '\n'), isSecure, user };
      mailServer.mails.push(mail);
      reply(await mailServer.taken(mail), done);
    },
  });
  smtp.on('error', () => {});
  const { server } = smtp;
  // Track sockets to destroy them: the server's own `close` would answer requests in progress.
  server.on('connection', (socket: Socket) => {
    // Without it, replies to pipelined commands wait 40 ms for an acknowledgement.
    socket.setNoDelay();
    sockets.add(socket.on('close', () => sockets.delete(socket)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails: [],
    answer: () => '250 OK',
    taken: async () => '250 Taken',
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return mailServer;
}

/** `said`: a status code and its text. */
function reply(said: string, done: (error?: Error | null, words?: string) => void): void {
  const refusal = Object.assign(new Error(said.slice(4)), { responseCode: Number(said.slice(0, 3)) });
  done(said.startsWith('250') ? null : refusal, said.slice(4));
}

/** The recipients of all messages. */
export const received = ({ mails }: MailServer) => mails.flatMap(({ to }) => to).sort();

/** Undoes the encoding and folding of a plain ASCII message. */
export function readable(text = ''): string {
  const lines = text.replace(/=\n/g, '').replace(/\n[ \t]+/g, ' ');
  return lines.replace(/=([0-9A-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
