import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';

import { renderPhotos } from '#server/build/photos.ts';
import { photos } from '#src/components/picture.tsx';
import { Portrait } from '#src/components/portrait.tsx';

const picture = { src: '/images/team/mutale-chanda.svg', alt: '', width: 320, height: 320 };

test('a photo takes the whole place of the initials, and they come back when it is taken away', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hcs-portrait-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const source = join(folder, 'source/team');
  mkdirSync(source, { recursive: true });
  const photo = { create: { width: 600, height: 600, channels: 3, background: '#70a12f' } } as const;
  await sharp(photo).jpeg().toFile(join(source, 'mutale-chanda.jpg'));
  const withPhoto = await portraitIn(folder);
  expect(withPhoto).toContain('class="portrait-photo"');
  expect(withPhoto).toMatch(/src="\/assets\/photo-team-mutale-chanda-\w+-400\.jpg"/);
  rmSync(source, { recursive: true });
  const without = await portraitIn(folder);
  expect(without).toContain('class="portrait"');
  expect(without).toContain('src="/images/team/mutale-chanda.svg"');
});

/** Renders a portrait as a build with the photos in this folder does. */
async function portraitIn(folder: string): Promise<string> {
  for (const name of Object.keys(photos)) delete photos[name];
  Object.assign(photos, await renderPhotos(join(folder, 'source'), join(folder, 'target')));
  return renderToStaticMarkup(<Portrait picture={picture}>Mutale Chanda</Portrait>);
}
