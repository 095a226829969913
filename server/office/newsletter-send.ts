import { emailOf } from '../domain/mail-sender.ts';
import { newsletterMail } from '../domain/mail-words.ts';
import { countRecipients, noteTested, readNewsletter, sendToAll } from '../domain/newsletters.ts';
import { savePictures } from '../domain/pictures.ts';
import { Refusal } from '../domain/refusal.ts';
import { officePaths } from '../office-paths.ts';
import { actions, counted, html, link, people, press } from './components.ts';
import { found, personOf, text } from './form.ts';
import { makeEmail, mostEmailBytes } from './newsletter-email.ts';
import { telling } from './notices.ts';
import { type ById, lead } from './scope.ts';
import type { Section } from './section.ts';

/** A newsletter as an email, to its writer and to all. */
export function serveSending({ app, store, config, options, onGet, onPost }: Section): void {
  app.get<ById>(officePaths.letterEmail(':id'), options, async (request, reply) => {
    const letter = found(await readNewsletter(store.db, request.params.id));
    const email = letter.html === null ? await makeEmail(store.db, letter, config.siteUrl) : undefined;
    let page = email?.html ?? letter.html ?? '';
    // Not stored before it is sent.
    for (const { src, files } of email?.pictures ?? [])
      for (const { type, bytes } of files)
        page = page.replaceAll(
          config.siteUrl + src,
          `data:${type};base64,${Buffer.from(bytes).toString('base64')}`,
        );
    const policy = "default-src 'none'; img-src 'self' data: https:; style-src 'unsafe-inline'";
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page);
  });

  onGet(officePaths.letterSend(':id'), async (request) => {
    const { id } = request.params;
    const letter = found(await readNewsletter(store.db, id));
    const count = await countRecipients(store.db);
    const readers = people(count);
    const email = await makeEmail(store.db, letter, config.siteUrl);
    const isLarge = Buffer.byteLength(email.html) > mostEmailBytes;
    const minutes = Math.ceil((count * 60) / config.newsletterPerHour);
    const version = String(letter.version);
    const isTested = letter.tested === letter.version;
    const testing = press(
      `${officePaths.letter(id)}/test`,
      'Send me a test',
      { version },
      isTested ? undefined : 'btn-primary',
    );
    const sending =
      isTested && press(`${officePaths.letter(id)}/send`, `Send to ${readers}`, { version }, 'btn-primary');
    const body = html`<div>
      <p>To ${readers}. Takes about ${counted(minutes, 'minute')}.</p>
      ${isLarge && html`<p>It is larger than 90 KB: Gmail will cut it. Choose fewer articles.</p>`}
      ${!isTested && html`<p>Look at a test first: it goes only to ${personOf(request).email}.</p>`}
      ${actions(sending || testing, sending && testing, link('Back to the text', officePaths.letter(id)))}
    </div>`;
    return { title: letter.subject, above: 'Send', body };
  });

  app.post<ById>(`${officePaths.letter(':id')}/test`, options, async (request, reply) => {
    const letter = found(await readNewsletter(store.db, request.params.id));
    const to = personOf(request).email;
    const deliver = emailOf(config);
    if (deliver === null) throw noMail();
    const email = await makeEmail(store.db, letter, config.siteUrl);
    await store.write((trx) => savePictures(trx, email.pictures));
    const mail = await newsletterMail({ ...letter, ...email }, to, 'TEST', config.siteUrl);
    await deliver(crypto.randomUUID(), mail, AbortSignal.timeout(20_000)).catch(() => {
      throw new Refusal(502, 'The mail server did not accept the test. Try again later.');
    });
    await store.write((trx) => noteTested(trx, letter.id, letter.version));
    return lead(request, reply, telling(officePaths.letterSend(letter.id), 'tested'));
  });

  onPost(`${officePaths.letter(':id')}/send`, async (trx, request) => {
    const { id } = request.params;
    if (config.smtpUrl === null) throw noMail();
    const { pictures, ...finished } = await makeEmail(
      trx,
      found(await readNewsletter(trx, id)),
      config.siteUrl,
    );
    await savePictures(trx, pictures);
    await sendToAll(trx, id, Number(text(request, 'version')), finished);
    return {
      to: telling(officePaths.letter(id), 'sending'),
      did: 'sent',
      subject: { kind: 'newsletter', id },
    };
  });
}

function noMail(): Refusal {
  return new Refusal(409, 'This server sends no email: SMTP_URL is not set.');
}
