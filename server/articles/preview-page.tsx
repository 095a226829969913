import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';

import { mediaDetailPath } from '#src/paths.ts';

import { savedText } from '../lib/links.ts';
import { toHtml } from '../lib/markdown.ts';
import { found, text } from '../office/form.ts';
import { officePaths } from '../office/office-paths.ts';
import { type ById, forAnyone } from '../office/scope.tsx';
import type { Section } from '../office/section.ts';
import type { Tables } from '../store/schema.ts';
import { compressBody, responseBody, sendBody } from '../web/response-body.ts';
import { htmlPolicy } from '../web/security-headers.ts';
import { asMediaItem } from './articles.ts';
import { previewOf, readDraft } from './publishing.ts';
import { notYet } from './visible.ts';

const band = '<p class="alert mb-0" role="status">Draft: not on the site yet</p>';

const stylesIn = (links: string) => links.match(/<link rel="stylesheet"[^>]*>/g)?.join('') ?? '';

/** Shows drafts as pages of the site, without its scripts. */
export function serveArticlePreviews({ app, store, options, renderer }: Section): void {
  const send = async (request: FastifyRequest, reply: FastifyReply, row: Selectable<Tables['articles']>) => {
    const path = mediaDetailPath(row.id);
    const answer = { status: 200, payload: asMediaItem(row) };
    const { data } = await renderer.collect(path, async () => answer);
    const page = (await renderer.render('mediaDetail', path, data))
      .replace(/<script\b[\s\S]*?<\/script>/g, '')
      // Normally a script moves the styles out of this element.
      .replace(/<template>([\s\S]*?)<\/template>/, (_, links) => stylesIn(links))
      .replace(/<body[^>]*>/, (body) => body + band);
    const policy = htmlPolicy(page, 'strict', '/').replace(/script-src [^;]*/, "script-src 'none'");
    reply.header('content-security-policy', policy);
    return sendBody(request, reply, await compressBody(responseBody('text/html; charset=utf-8', page)));
  };

  app.get<ById>(officePaths.preview(':id'), forAnyone, async (request, reply) => {
    const row = found(await previewOf(store.db, request.params.id));
    if (row.visible_from <= new Date().toISOString()) return reply.redirect(mediaDetailPath(row.id), 303);
    return send(request, reply, row);
  });

  /** Previews the text as typed, with the stored pictures. */
  app.post<ById>(`${officePaths.article(':id')}/preview`, options, async (request, reply) => {
    const stored = await readDraft(store.db, request.params.id);
    const typed = text(request, 'source').replace(/!\[([^[\]]*)\]\(picture-\d+\)/g, '*(Picture: $1)*');
    const source = await savedText(typed);
    const now = new Date().toISOString();
    const unsaved = { created_at: now, image: null, images: null, planned_from: null, preview: null };
    const written = { title: text(request, 'title') || 'Preview', lead: text(request, 'lead') || null };
    const kind = text(request, 'type') === 'blog' ? ('blog' as const) : ('press' as const);
    return send(request, reply, {
      ...{ id: 'preview', version: 1, saved_key: null, priority: null, losses: null, visible_from: notYet },
      ...unsaved,
      ...stored,
      ...{ ...written, kind, source, body: toHtml(source) },
    });
  });
}
