// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

import { parseOpenVacancies } from '#src/api/responses.ts';
import { ErrorBoundary } from '#src/components/error-boundary.tsx';
import { Figures } from '#src/components/figures.tsx';
import { NotLoaded } from '#src/components/not-loaded.tsx';
import { absoluteUrl, PageMeta } from '#src/components/page-meta.tsx';
import { RichText } from '#src/components/rich-text.tsx';
import { Video } from '#src/components/video.tsx';
import { prices } from '#src/content/prices.ts';
import { productWords } from '#src/content/product.ts';
import { waterhandler } from '#src/content/waterhandler.ts';
import { ProductPage } from '#src/pages/commercial/product-page.tsx';
import { OfficeMap } from '#src/pages/contact/office-map.tsx';
import { VacancyHeader } from '#src/pages/insider/career/vacancy-header.tsx';
import { mediaDetailPath } from '#src/paths.ts';
import { connection } from '#src/state/connection.ts';

import { attributes, letRender, mount, press } from './mount.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Broken(): never {
  throw new Error('No code.');
}

test.each([
  ['page', undefined, 'could not be shown'],
  ['part', <NotLoaded key="part" />, 'could not be loaded'],
])(
  'a %s that fails says so, and is loaded again when the visitor presses "Try again"',
  async (_, fallback, said) => {
    const reload = vi.fn();
    vi.stubGlobal('location', { href: location.href, reload });
    const place = await mount(
      <ErrorBoundary fallback={fallback}>
        <Broken />
      </ErrorBoundary>,
    );
    expect(place.querySelector('[role=alert]')?.textContent).toContain(said);
    expect(reload).not.toHaveBeenCalled();
    await press(place);
    expect(reload).toHaveBeenCalledOnce();
  },
);

test('a text is not shown if its sanitiser cannot be loaded, and its page says so', async () => {
  vi.doMock('#src/lib/safe-html.ts', () => ({ createSanitizer: Broken }));
  const place = await mount(
    <ErrorBoundary>
      <RichText className="text" html="<p>Level</p>" />
    </ErrorBoundary>,
  );
  letRender();
  const alert = () => place.querySelector('[role=alert]')?.textContent;
  await expect.poll(alert, { timeout: 60_000 }).toContain('could not be shown');
});

const film = { title: 'A film', poster: '/p.svg', webm: '/v.webm', mp4: '/v.mp4', captions: '/v.vtt' };

test('no part of a video is fetched before it is requested; then it plays in either format, with captions', async () => {
  const place = await mount(<Video video={film} />);
  expect(place.querySelector('video, iframe, source')).toBeNull();
  expect(place.querySelector('a')?.textContent).toBe('Play video: A film');
  await press(place, 'a');
  expect(attributes(place, 'source, track', 'src')).toEqual(['/v.webm', '/v.mp4', '/v.vtt']);
});

test.each([false, true])(
  'a video that cannot be loaded says so and keeps its poster (online: %s)',
  async (online) => {
    connection.online = online;
    onTestFinished(() => {
      connection.online = true;
    });
    const place = await mount(<Video video={film} />);
    await press(place, 'a');
    if (online)
      await act(async () => place.querySelector('source + source')?.dispatchEvent(new Event('error')));
    expect(place.querySelector('video')).toBeNull();
    expect(place.querySelector('[role=status]')?.textContent).toContain('could not be loaded');
    expect(document.activeElement).toBe(place.querySelector('a'));
  },
);

test('a build without a maps key does not mention a map', async () => {
  const place = await mount(<OfficeMap />);
  expect([place.querySelector('[role=status]'), place.querySelector('img') !== null]).toEqual([null, true]);
});

const vacancy = { _id: 'v1', name: 'Solderer', type: 'part-time', createdAt: '2026-11-22' };

test.each([
  [{ lead: 'Solder our first boards.' }, 'Solder our first boards.'],
  [{ location: 'Ndola', closesAt: '2036-03-07' }, 'Part-time, Ndola. Closes on Friday, 7th March 2036'],
  [{ closesAt: 7, lead: 7, location: null }, 'Part-time'],
])(
  "a vacancy's header shows its lead or what else %j provides, never an excerpt of its text",
  async (more, lead) => {
    const [read] = parseOpenVacancies([{ ...vacancy, description: '<p>You solder.</p>', ...more }]);
    if (read === undefined) throw new Error('No vacancy was read.');
    const place = await mount(<VacancyHeader vacancy={read} />);
    expect(place.querySelector('.lead')?.textContent).toBe(lead);
    expect(attributes(document.documentElement, 'meta[name=description]', 'content')).toEqual([lead]);
  },
);

test.each([
  [undefined, '/social/mediaDetail.png'],
  ['/a.svg?v=1', '/social/mediaDetail.png'],
  ['/a.webp', '/a.webp'],
])('a link preview of an article with the picture %s shows %s', async (image, shown) => {
  await mount(<PageMeta name="mediaDetail" image={image} />);
  const [address] = attributes(document.documentElement, 'meta[property="og:image"]', 'content');
  expect(address).toBe(absoluteUrl(shown));
});

test('a figure has a plain caption, then a link to its source, which names the figure', async () => {
  const place = await mount(
    <Figures figures={[{ value: '40', label: 'homes in Kalingalinga', source: 'leaks' }]} />,
  );
  const caption = place.querySelector('dt');
  expect(caption?.firstChild?.textContent).toBe('homes in Kalingalinga');
  const [link, ...others] = caption?.querySelectorAll('a') ?? [];
  expect([link?.textContent, link?.getAttribute('href'), others.length]).toEqual([
    'Source: homes in Kalingalinga',
    mediaDetailPath('leaks'),
    0,
  ]);
});

test('a product page without a price says nothing of costs', async () => {
  const wide = { matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal('matchMedia', () => wide);
  const sampled = prices.waterhandler;
  onTestFinished(() => {
    prices.waterhandler = sampled;
  });
  const page = async () =>
    (await mount(<ProductPage name="waterhandler" product={waterhandler} />)).innerHTML;
  expect(await page()).toContain('From K7,900');
  prices.waterhandler = undefined;
  const without = await page();
  expect(without).not.toContain(productWords.costs.heading);
  expect(without).not.toMatch(/K\d/);
});
