import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import sharp from 'sharp';
import type { Plugin, ResolvedConfig } from 'vite';

import { pages } from '#src/paths.ts';

import { letterLine, lineWidth, wrapLines } from './lettering.ts';

/** Sizes of the title's grid unit; the first in which it fits into the box is taken. */
const titleSizes = [8.4, 7.4, 6.4, 5.6, 4.8];
const titleHeight = 300;
const titleWidth = 760;

/** One 1200x630 card for each page, `dist/social/<name>.png`, drawn from its title. */
export function socialCards(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'social-cards',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      order: 'pre',
      async handler(error?: Error) {
        if (error) return;
        const titles = Object.entries(pages).map(([name, page]) => [name, page.title] as const);
        await writeSocialCards(new Map(titles), {
          outDir: join(config.root, config.build.outDir, 'social'),
          cacheDir: join(config.root, 'node_modules/.cache/social-cards'),
          logo: await readFile(join(config.root, 'public/logo.svg'), 'utf8'),
        });
      },
    },
  };
}

type Places = { outDir: string; cacheDir: string; logo: string };

/** File name -> title; a card that was drawn before is copied. */
async function writeSocialCards(titles: Map<string, string>, places: Places): Promise<void> {
  await mkdir(places.outDir, { recursive: true });
  await mkdir(places.cacheDir, { recursive: true });
  for (const [name, title] of titles) {
    const svg = cardSvg(title, places.logo);
    const key = createHash('sha256').update(svg).digest('hex').slice(0, 16);
    const cached = join(places.cacheDir, `${key}.png`);
    const target = join(places.outDir, `${name}.png`);
    try {
      await copyFile(cached, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      const png = await sharp(Buffer.from(svg)).png({ palette: true, colours: 96, dither: 0.4 }).toBuffer();
      await writeFile(cached, png);
      await writeFile(target, png);
    }
  }
}

function cardSvg(title: string, logo: string): string {
  const { unit, lines } = sizeTitle(title);
  const step = unit * 16;
  const top = 375 - ((lines.length - 1) * step + unit * 10) / 2;
  const words = lines
    .map(
      (line, row) =>
        `<g transform="translate(80 ${top + row * step}) scale(${unit})">${letterLine(line)}</g>`,
    )
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" fill="none" stroke-linecap="round" stroke-linejoin="round">
<defs><radialGradient id="light" gradientUnits="userSpaceOnUse" cx="980" cy="-40" r="820"><stop stop-color="#35581f"/><stop offset="1" stop-color="#0b1510"/></radialGradient></defs>
<path fill="url(#light)" d="M0 0h1200v630H0z"/>
${nets(top, step, lines)}
<g stroke="#f4f8ef" stroke-width="1.7">${words}</g>
<g transform="translate(80 56) scale(1.35)">${logo}</g>
</svg>`;
}

function sizeTitle(title: string): { unit: number; lines: string[] } {
  for (const unit of titleSizes) {
    const lines = wrapLines(title, titleWidth / unit);
    const wide = lines.some((line) => lineWidth(line) * unit > titleWidth);
    if (!wide && lines.length * unit * 16 <= titleHeight) return { unit, lines };
  }
  const unit = titleSizes.at(-1) ?? 5;
  return { unit, lines: wrapLines(title, titleWidth / unit) };
}

/** A net from the right edge into each line of the title, parallel, so that none crosses another. */
function nets(top: number, step: number, lines: string[]): string {
  const unit = step / 16;
  const ends = lines.map((line) => 140 + lineWidth(line) * unit);
  const bend = Math.max(860, ...ends.map((end) => end + 50));
  const rise = step * 0.6;
  return ends
    .map((end, row) => {
      const y = top + row * step + unit * 5;
      return `<path stroke="#70a12f" stroke-width="6" d="M1200 ${y - rise}H${bend + rise}L${bend} ${y}H${end}"/><circle cx="${end}" cy="${y}" r="12" fill="#0b1510" stroke="#e6bb58" stroke-width="6"/>`;
    })
    .join('');
}
