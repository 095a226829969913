import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { Router } from 'wouter';

import { renderPhotos } from '#server/build/photos.ts';
import { parseArticles } from '#src/api/responses.ts';
import { Picture, photos } from '#src/components/picture.tsx';
import { Portrait } from '#src/components/portrait.tsx';
import { ArticleCard } from '#src/pages/media-room/article-card.tsx';

const picture = { src: '/images/team/ruth.svg', alt: '', width: 320, height: 320 };

/** Renders a portrait as a build with these photos does. */
function portraitWith(made: typeof photos): string {
  for (const name of Object.keys(photos)) delete photos[name];
  Object.assign(photos, made);
  return renderToStaticMarkup(<Portrait picture={picture}>Ruth</Portrait>);
}

test('a photo is made in three formats and in all sizes up to its own, without its metadata, and takes the whole place of the initials', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hcs-photos-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const target = join(folder, 'target');
  mkdirSync(join(folder, 'source/team'), { recursive: true });
  await sharp({ create: { width: 1000, height: 500, channels: 3, background: '#70a12f' } })
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toFile(join(folder, 'source/team/ruth.jpg'));
  const list = await renderPhotos(join(folder, 'source'), target);
  expect(list).toMatchObject({ 'team/ruth': { width: 1000, height: 500, widths: [320, 640, 1000] } });
  const names = readdirSync(target);
  expect(names).toHaveLength(9);
  for (const name of names) {
    const { width, height, exif } = await sharp(join(target, name)).metadata();
    expect([`${width}`, height, exif]).toEqual([/\d+(?=\.)/.exec(name)?.[0], width / 2, undefined]);
  }
  const shown = portraitWith(list);
  expect(shown).toContain('class="portrait-photo"');
  expect(shown).toContain('loading="lazy"');
  expect(renderToStaticMarkup(<Picture picture={picture} first />)).not.toContain('loading');
  expect(shown).toMatch(/src="\/assets\/photo-team.ruth-\w+-320\.jpg"/);
  const none = await renderPhotos(join(folder, 'none'), target);
  expect(none).toEqual({});
  expect(readdirSync(target), 'left over').toEqual([]);
  const without = portraitWith(none);
  expect(without).toContain('class="portrait"');
  expect(without).toContain('src="/images/team/ruth.svg"');
});

test("a card takes the width of an article's picture that it needs", () => {
  const images = [400, 1600].map((width) => ({ src: `/a-${width}.webp`, width }));
  const listed = { _id: 'a', title: 'A', img_uri: '/a-1600.webp', images, createdAt: '2026-01-01' };
  const cards = parseArticles([listed]).map((article) => <ArticleCard key={article.id} article={article} />);
  expect(renderToStaticMarkup(<Router ssrPath="/">{cards}</Router>)).toMatch(
    /srcSet="\/a-400.webp 400w, \/a-1600.webp 1600w" sizes="auto, /,
  );
});
