import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** One message as a mail server gets it. */
export type Mail = { from: string; to: string[]; text: string };

export type MailServer = AsyncDisposable & {
  /** For `SMTP_URL`. */
  url: string;
  mails: Mail[];
  /** The answer to RCPT TO; 250 takes the message. */
  answer: (address: string) => string;
  /** The answer once a message has come whole. */
  taken: (mail: Mail) => Promise<string>;
};

/** A mail server that stores what it is sent. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}));
    void converse(socket, mailServer);
  });
  server.listen(port, '127.0.0.1');
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

/** As much of SMTP (RFC 5321) as a client without extensions speaks. */
async function converse(socket: Socket, mailServer: MailServer): Promise<void> {
  const { mails } = mailServer;
  let mail: Mail = { from: '', to: [], text: '' };
  let isData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 ready');
  for await (const line of createInterface(socket)) {
    const address = /<(.*?)>/.exec(line)?.[1] ?? '';
    const verb = isData ? 'text' : line.slice(0, 4).toUpperCase();
    if (verb === 'text' && line !== '.') mail.text += `${line.replace(/^\./, '')}\n`;
    else if (verb === 'text') {
      isData = false;
      mails.push(mail);
      const whole = mail;
      mail = { from: '', to: [], text: '' };
      say(await mailServer.taken(whole));
    } else if (verb === 'RCPT') {
      const said = mailServer.answer(address);
      if (said.startsWith('250')) mail.to.push(address);
      say(said);
    } else if (verb === 'DATA') {
      isData = true;
      say('354 Go on');
    } else if (verb === 'QUIT') socket.end('221 Bye\r\n');
    else {
      if (verb === 'MAIL') mail.from = address;
      say('250 OK');
    }
  }
}

/** Undoes the encoding and folding of a message of plain ASCII. */
export function readable(text = ''): string {
  const lines = text.replace(/=\n/g, '').replace(/\n[ \t]+/g, ' ');
  return lines.replace(/=([0-9A-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
