import { startTransition, useActionState } from 'react';

import { connectBase } from '#src/api/connect-base.ts';
import { keep } from '#src/api/worker.ts';
import { Section } from '#src/components/section.tsx';
import { saved } from '#src/content/saved.ts';
import { readMediaList } from '#src/contract/media.ts';
import { mediaTypes } from '#src/contract/media-type.ts';
import { kept } from '#src/contract/worker-messages.ts';
import { connectCalls, mediaDetailPath } from '#src/paths.ts';

import { payloadOf, type Readable } from './kept.ts';

const words = saved.articles;

/** Of each list: a third of the answers that the worker keeps. */
const mostPages = 20;

/** `read` reads anew what is kept. */
export function SaveArticles({ read }: { read: () => Promise<Readable> }) {
  const [said, save, isSaving] = useActionState(async () => {
    const wanted = await saveLists().catch(() => undefined);
    const { articles } = await read();
    const isHere = (path: string) => articles.some((article) => article.path === path);
    return words.said(articles.length, wanted?.every(isHere) === true);
  }, '');
  return (
    <Section className="section-aside" heading={words.heading}>
      <div className="prose stack">
        <p>{words.text}</p>
        <button
          type="button"
          className="btn btn-primary"
          disabled={isSaving}
          onClick={() => startTransition(save)}
        >
          {isSaving ? words.saving : words.button}
        </button>
        <p role="status">{said}</p>
      </div>
    </Section>
  );
}

/** Has the worker keep each page of both lists, which carry their articles whole. Returns the articles' addresses. */
async function saveLists(): Promise<string[]> {
  const articles: string[] = [];
  for (const type of mediaTypes)
    for (let page = 0, before = ''; page < mostPages; page += 1) {
      const { href } = new URL(connectBase + connectCalls.mediaList(type, page), location.href);
      await keep({ urls: [href] });
      const answer = (await caches.match(href, { cacheName: kept.connect })) ?? (await fetch(href));
      if (answer.status === 404 && page > 0) break;
      const text = await answer.text();
      const items = readMediaList(payloadOf(JSON.parse(text)));
      // A provider may know no pages, and give the same list for each.
      if (items.length === 0 || text === before) break;
      before = text;
      for (const { _id, description } of items) if (description) articles.push(mediaDetailPath(_id));
    }
  return articles;
}
