import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';

/** One message as a mail server gets it. */
export type Mail = { from: string; to: string[]; text: string };

export type MailSink = AsyncDisposable & {
  url: string;
  mails: Mail[];
  /** What it answers to each RCPT TO; 250 takes the message. */
  answer: (address: string) => string;
  /** Said once a message has been taken whole. */
  taken: () => Promise<string>;
};

/** A mail server that keeps what it is sent. */
export async function startMailSink(port = 0): Promise<MailSink> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}));
    converse(socket, sink);
  });
  const sink: MailSink = {
    url: '',
    mails: [],
    answer: () => '250 OK',
    taken: async () => '250 Taken',
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await close(server);
    },
  };
  sink.url = `smtp://127.0.0.1:${await listen(server, port)}`;
  return sink;
}

/** As much of SMTP (RFC 5321) as a client without extensions speaks. */
function converse(socket: Socket, sink: MailSink): void {
  let mail: Mail = { from: '', to: [], text: '' };
  let isData = false;
  let rest = '';
  const say = (line: string) => socket.write(`${line}\r\n`);
  const take = (line: string) => {
    if (isData && line === '.') {
      isData = false;
      sink.mails.push(mail);
      mail = { from: '', to: [], text: '' };
      sink.taken().then(say);
    } else if (isData) mail.text += `${line.replace(/^\./, '')}\n`;
    else command(line);
  };
  const command = (line: string) => {
    const address = /<(.*?)>/.exec(line)?.[1] ?? '';
    if (/^MAIL FROM/i.test(line)) mail.from = address;
    if (/^RCPT TO/i.test(line)) {
      const answer = sink.answer(address);
      if (answer.startsWith('250')) mail.to.push(address);
      say(answer);
    } else if (/^DATA/i.test(line)) {
      isData = true;
      say('354 Go on');
    } else if (/^QUIT/i.test(line)) {
      say('221 Bye');
      socket.end();
    } else say('250 OK');
  };
  say('220 sink');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}

export type WebhookSink = AsyncDisposable & {
  url: string;
  posts: { key: string; text: string }[];
  status: number;
};

/** Somebody's chat service: keeps what is posted to it. */
export async function startWebhookSink(): Promise<WebhookSink> {
  const server = createHttpServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { text } = JSON.parse(body) as { text: string };
    if (sink.status < 300) sink.posts.push({ key: String(request.headers['idempotency-key']), text });
    response.writeHead(sink.status).end();
  });
  const sink: WebhookSink = {
    url: '',
    posts: [],
    status: 204,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await close(server);
    },
  };
  sink.url = `http://127.0.0.1:${await listen(server, 0)}/hook?secret=1`;
  return sink;
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  await closed;
}
