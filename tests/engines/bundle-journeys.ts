import { expect } from 'vitest';

import { pages } from '#src/paths.ts';

import { startWeather } from '../support/weather.ts';
import type { Journey } from './journey.ts';
import { expectSoon } from './visitor.ts';

const isOf = (path: string) => (seen: string) => seen.startsWith(`GET ${path}`);

export const bundleJourneys: Journey[] = [
  {
    title: 'the site comes in one bundle; with the server away a page never opened is read, with its drawing',
    // The menu's picture is no drawing: it is kept once it was met.
    provokes: /Failed to load .*\.webp/,
    async run({ visitor, site }) {
      await using weather = await startWeather(site.url);
      await visitor.goto(weather.url);
      await visitor.untilLive();
      await visitor.untilKept();
      expect(weather.seen.filter(isOf('/assets/site-'))).toHaveLength(1);
      expect(weather.seen.filter((seen) => seen.includes('__WB_REVISION__'))).toEqual([]);
      expect(weather.seen.filter(isOf(pages.csr.path))).toEqual([]);
      await weather.down();
      await visitor.goto(weather.url + pages.csr.path);
      await visitor.see('heading', pages.csr.title);
      await visitor.expectAlive();
      const drawing = () =>
        visitor.run(() => {
          const image = document.querySelector<HTMLImageElement>('main img[src^="/images/"]');
          image?.scrollIntoView();
          return [image?.getAttribute('src'), (image?.complete && image.naturalWidth > 0) ?? false];
        });
      await expectSoon(drawing).toEqual([expect.stringMatching(/\.svg$/), true]);
      const [src] = await drawing();
      expect(weather.seen.filter(isOf(`${src}`))).toEqual([]);
    },
  },
];
