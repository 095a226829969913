import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';

import { renderPhotos } from '#server/build/photos.ts';

const picture = { src: '/images/team/mutale-chanda.svg', alt: '', width: 320, height: 320 };

test('a photo takes the whole place of the initials, and they come back when it is taken away', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hcs-portrait-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
    import.meta.env.PHOTOS = undefined;
  });
  const source = join(folder, 'team');
  mkdirSync(source);
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
  import.meta.env.PHOTOS = await renderPhotos(folder, join(folder, 'target'));
  vi.resetModules();
  const { Portrait } = await import('#src/components/portrait.tsx');
  return renderToStaticMarkup(<Portrait picture={picture}>Mutale Chanda</Portrait>);
}
