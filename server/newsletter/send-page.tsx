import type { FastifyReply } from 'fastify';

import { Refusal } from '../lib/refusal.ts';
import { Actions, ButtonLink, counted, Press, people } from '../office/components.tsx';
import { found, personOf, text } from '../office/form.ts';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { ById } from '../office/open-office.tsx';
import type { Change, Read, Request, Section } from '../office/open-section.ts';
import { placeholderWords } from '../office/placeholders.ts';
import { addMessages } from '../outgoing/add-messages.ts';
import { delayWords } from '../outgoing/said.ts';
import { savePictures } from '../pictures/pictures.ts';
import { countReaders } from '../subscribers/subscribers.ts';
import { type Email, makeEmail, mostEmailBytes } from './newsletter-email.tsx';
import { findNewsletter, storeEmail } from './newsletters.ts';
import { sendToAll } from './sending.ts';

export function serveSending(section: Section): void {
  const { app, options, onGet, onPost } = section;
  const path = officePaths.newsletter(':id');
  app.get<ById>(officePaths.newsletterEmail(':id'), options, (...asked) => showEmail(section, ...asked));
  onGet(officePaths.newsletterSend(':id'), showSending);
  onPost(`${path}/test`, sendTest, { before: compose });
  onPost(`${path}/send`, sendNewsletter, { before: compose });
}

/** Shows what is sent, or would be. */
async function showEmail({ store, config }: Section, request: Request, reply: FastifyReply) {
  const newsletter = found(await findNewsletter(store.db, request.params.id));
  const isDraft = newsletter.state === 'draft';
  const email = isDraft ? await makeEmail(store.db, newsletter, config.siteUrl) : undefined;
  let page = email?.html ?? newsletter.html ?? '';
  // Pictures are stored only when the email is sent.
  for (const { src, files } of email?.pictures ?? [])
    for (const { type, bytes } of files)
      page = page.replaceAll(
        config.siteUrl + src,
        `data:${type};base64,${Buffer.from(bytes).toString('base64')}`,
      );
  const policy = "default-src 'none'; img-src 'self' data: https:; style-src 'unsafe-inline'";
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page);
}

export const showSending: Read = async ({ params: { id } }, { store, config }) => {
  const newsletter = found(await findNewsletter(store.db, id));
  const { reader } = await countReaders(store.db);
  const { html } = await makeEmail(store.db, newsletter, config.siteUrl);
  const placeholders = placeholderWords(newsletter.subject, newsletter.source);
  const isLarge = Buffer.byteLength(html) > mostEmailBytes;
  const minutes = Math.ceil((reader * 60) / config.newsletterPerHour);
  const path = officePaths.newsletter(id);
  const values = { version: String(newsletter.version) };
  const body = (
    <>
      {reader === 0 ? (
        <p>
          Nobody is subscribed yet. <a href={officePaths.addresses}>Add addresses</a> first; the draft stays.
        </p>
      ) : (
        <p>
          This will go to {people(reader)} and take about {counted(minutes, 'minute')}.{' '}
          {await delayWords(store.db)}
        </p>
      )}
      {placeholders && <p>{placeholders}</p>}
      {isLarge && <p>It is larger than 90 KB, so Gmail will cut it off. Choose fewer articles.</p>}
      <Actions>
        {reader > 0 && (
          <Press action={`${path}/send`} values={values} isPrimary>
            Send to {people(reader)}
          </Press>
        )}
        <Press action={`${path}/test`}>Send me a test</Press>
        <ButtonLink href={path}>Back to the text</ButtonLink>
      </Actions>
    </>
  );
  return { title: newsletter.subject, above: 'Send', body };
};

/** Outside the transaction, because pictures are scaled. */
async function compose({ params: { id } }: Request, { store, config }: Section): Promise<Email> {
  if (config.smtpUrl === null)
    throw new Refusal(409, 'This server does not send email: SMTP_URL is not set.');
  return makeEmail(store.db, found(await findNewsletter(store.db, id)), config.siteUrl);
}

export const sendTest: Change<Email> = async (trx, request, { pictures, html, plain }) => {
  const { id } = request.params;
  await savePictures(trx, pictures);
  await storeEmail(trx, id, { html, plain });
  await addMessages(trx, [{ kind: 'test', urgency: 2, about: id, recipient: personOf(request).email }]);
  return { to: telling(officePaths.newsletterSend(id), 'tested'), did: 'tested' };
};

export const sendNewsletter: Change<Email> = async (trx, request, { pictures, html, plain }) => {
  const { id } = request.params;
  await savePictures(trx, pictures);
  await sendToAll(trx, id, Number(text(request, 'version')), { html, plain });
  return { to: telling(officePaths.newsletter(id), 'sending'), did: 'sent' };
};
