import type { FastifyReply } from 'fastify';

import type { MediaItem } from '#src/contract/media.ts';
import { mediaDetailPath } from '#src/paths.ts';

import { savedText } from '../lib/links.ts';
import { toHtml } from '../lib/markdown.ts';
import { found, text } from '../office/form.ts';
import { officePaths } from '../office/office-paths.ts';
import { type ById, forAnyone } from '../office/open-office.tsx';
import type { Request, Section } from '../office/open-section.ts';
import { compressBody, responseBody, sendBody } from '../web/response-body.ts';
import { htmlPolicy } from '../web/security-headers.ts';
import { asMediaItem, encoded } from './articles.ts';
import { previewOf, readDraft } from './publishing.ts';

const band = '<p class="alert mb-0" role="status">Draft: not on the site yet</p>';

const stylesIn = (links: string) => links.match(/<link rel="stylesheet"[^>]*>/g)?.join('') ?? '';

export function serveArticlePreviews(section: Section): void {
  const { app, options } = section;
  app.get<ById>(officePaths.preview(':id'), forAnyone, (...asked) => showDraft(section, ...asked));
  app.post<ById>(`${officePaths.article(':id')}/preview`, options, (...asked) =>
    showTyped(section, ...asked),
  );
}

/** Shows a draft as a page of the site, without its scripts. */
async function asOnSite({ renderer }: Section, request: Request, reply: FastifyReply, payload: MediaItem) {
  const path = mediaDetailPath(payload._id);
  const { data } = await renderer.collect(path, async () => ({ status: 200, payload }));
  const page = (await renderer.render('mediaDetail', path, data))
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    // Normally a script moves the styles out of this element.
    .replace(/<template>([\s\S]*?)<\/template>/, (_, links) => stylesIn(links))
    .replace(/<body[^>]*>/, (body) => body + band);
  const policy = htmlPolicy(page, 'strict', '/').replace(/script-src [^;]*/, "script-src 'none'");
  reply.header('content-security-policy', policy);
  return sendBody(request, reply, await compressBody(responseBody('text/html; charset=utf-8', page)));
}

export async function showDraft(section: Section, request: Request, reply: FastifyReply) {
  const row = found(await previewOf(section.store.db, request.params.id));
  if (row.visible_from <= new Date().toISOString()) return reply.redirect(mediaDetailPath(row.id), 303);
  return asOnSite(section, request, reply, asMediaItem(row));
}

/** Shows the text as typed, with the stored pictures. */
export async function showTyped(section: Section, request: Request, reply: FastifyReply) {
  const stored = await readDraft(section.store.db, request.params.id);
  const typed = text(request, 'source').replace(/!\[([^[\]]*)\]\(picture-\d+\)/g, '*(Picture: $1)*');
  const source = await savedText(typed);
  const known = stored ? asMediaItem(stored) : { _id: 'preview', createdAt: new Date().toISOString() };
  return asOnSite(section, request, reply, {
    ...known,
    title: text(request, 'title') || 'Preview',
    lead: text(request, 'lead') || undefined,
    type: text(request, 'type') === 'blog' ? 'blog' : 'press',
    description: encoded(toHtml(source)),
  });
}
