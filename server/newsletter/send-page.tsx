import type { FastifyRequest } from 'fastify';

import { Refusal } from '../lib/refusal.ts';
import { Actions, ButtonLink, counted, Press, people } from '../office/components.tsx';
import { found, personOf, text } from '../office/form.ts';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import { placeholderWords } from '../office/placeholders.ts';
import type { ById } from '../office/scope.tsx';
import type { Section } from '../office/section.ts';
import { said } from '../outgoing/said.ts';
import { savePictures } from '../pictures/pictures.ts';
import { countReaders } from '../subscribers/subscribers.ts';
import { makeEmail, mostEmailBytes } from './newsletter-email.tsx';
import {
  dropTest,
  findNewsletter,
  hashOf,
  refuseMissing,
  sendTest,
  sendToAll,
  testOf,
} from './newsletters.ts';

/** Serves the finished email, the test and the sending to all subscribers. */
export function serveSending({ app, store, config, options, onGet, onPost }: Section): void {
  app.get<ById>(officePaths.newsletterEmail(':id'), options, async (request, reply) => {
    const newsletter = found(await findNewsletter(store.db, request.params.id));
    // The tested email is what will be sent.
    const email =
      newsletter.html === null ? await makeEmail(store.db, newsletter, config.siteUrl) : undefined;
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
  });

  onGet(officePaths.newsletterSend(':id'), async (request) => {
    const { id } = request.params;
    const newsletter = found(await findNewsletter(store.db, id));
    const { reader, refused } = await countReaders(store.db);
    const email = newsletter.html ?? (await makeEmail(store.db, newsletter, config.siteUrl)).html;
    const placeholders = placeholderWords(newsletter.subject, newsletter.source);
    const isLarge = Buffer.byteLength(email) > mostEmailBytes;
    const minutes = Math.ceil((reader * 60) / config.newsletterPerHour);
    const isTested = newsletter.state === 'tested';
    const test = await testOf(store.db, id, personOf(request).email);
    const isCurrent = test !== undefined && test.email_hash === newsletter.email_hash;
    const isWaiting = isCurrent && (test.state === 'waiting' || test.state === 'sending');
    const answer = isCurrent && test.state !== 'sent' && test.why && said(test);
    const path = officePaths.newsletter(id);
    const testing = (
      <Press action={`${path}/test`} isPrimary={!isTested && !isWaiting}>
        Send me a test
      </Press>
    );
    const version = String(newsletter.version);
    const next = isTested ? (
      <Press action={`${path}/send`} values={{ version }} isPrimary>
        Send to {people(reader)}
      </Press>
    ) : (
      isWaiting && (
        <ButtonLink href={officePaths.newsletterSend(id)} isPrimary>
          Refresh
        </ButtonLink>
      )
    );
    const body = (
      <>
        <p>
          This will go to {people(reader)} and take about {counted(minutes, 'minute')}.{' '}
          {refused > 0 && areLeftOut(refused)}
        </p>
        {placeholders && <p>{placeholders}</p>}
        {isLarge && <p>It is larger than 90 KB, so Gmail will cut it off. Choose fewer articles.</p>}
        {answer && <p>The test {answer}.</p>}
        {isWaiting ? (
          <p>Read the test when it reaches {test?.recipient}, then refresh this page.</p>
        ) : (
          !isTested && <p>Send yourself a test first. It will go only to {personOf(request).email}.</p>
        )}
        {next && <Actions>{next}</Actions>}{' '}
        <Actions>
          {testing}
          <ButtonLink href={path}>Back to the text</ButtonLink>
        </Actions>
      </>
    );
    return { title: newsletter.subject, above: 'Send', body };
  });

  /** Outside the test's transaction, because pictures are scaled. Send composes again, so it notices later changes. */
  const compose = async (request: FastifyRequest<ById>) => {
    if (config.smtpUrl === null) throw noMailServer();
    const newsletter = found(await findNewsletter(store.db, request.params.id));
    return makeEmail(store.db, newsletter, config.siteUrl);
  };

  onPost(
    `${officePaths.newsletter(':id')}/test`,
    async (trx, request, { pictures, ...finished }) => {
      const { id } = request.params;
      await savePictures(trx, pictures);
      await sendTest(trx, id, finished, personOf(request).email);
      const to = telling(officePaths.newsletterSend(id), 'tested');
      return { to, did: 'tested' };
    },
    { before: compose },
  );

  /** Composes the email again. What has changed needs another test. */
  const refuseUntested = async ({ params: { id } }: FastifyRequest<ById>) => {
    const newsletter = await findNewsletter(store.db, id);
    if (newsletter?.state !== 'tested') return;
    const articles = newsletter.email_articles;
    if (
      hashOf(newsletter.subject, await makeEmail(store.db, { ...newsletter, articles }, config.siteUrl)) ===
      newsletter.email_hash
    )
      return;
    await refuseMissing(store.db, newsletter);
    await store.write((trx) => dropTest(trx, newsletter));
    throw new Refusal(409, 'This is no longer the email you tested. Look at it and send the test again.');
  };

  onPost(
    `${officePaths.newsletter(':id')}/send`,
    async (trx, request) => {
      const { id } = request.params;
      if (config.smtpUrl === null) throw noMailServer();
      await sendToAll(trx, id, Number(text(request, 'version')));
      const to = telling(officePaths.newsletter(id), 'sending');
      return { to, did: 'sent' };
    },
    { before: refuseUntested },
  );
}

const noMailServer = () => new Refusal(409, 'This server does not send email: SMTP_URL is not set.');

const areLeftOut = (count: number) =>
  count === 1
    ? 'One more will be left out: its mail server did not accept two newsletters, at least a day apart.'
    : `${count} more will be left out: their mail servers did not accept two newsletters, at least a day apart.`;
