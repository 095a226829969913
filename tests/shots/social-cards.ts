import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from '@playwright/test';
import sharp from 'sharp';

import { titles } from '#src/words/titles.ts';

const publicFolder = join(import.meta.dirname, '../../public');
const logo = readFileSync(join(publicFolder, 'logo.svg'), 'utf8');
const styles = `
  body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 56px 0 90px 80px; display: grid;
    grid-template-rows: auto 1fr; background: radial-gradient(circle 820px at 980px -40px, #35581f 0 12%, #2b4a1b 0 26%, #223b18 0 42%, #1a2d15 0 60%, #122013 0 80%, #0b1510 0); }
  svg { width: 200px; height: 85px; }
  div { display: flex; align-items: center; gap: 40px; }
  h1 { margin: 0; max-width: 800px; flex: none; text-wrap: balance; color: #f4f8ef;
    font: 700 84px/1.15 "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif; }
  i { width: 18px; height: 18px; border: 6px solid #e6bb58; border-radius: 50%; }
  b { flex: 1; height: 6px; background: #70a12f; margin-left: -40px; }`;

/** Makes a 1200x630 card for each page in the circuit board's colours, for link previews. */
export async function makeSocialCards(browser: Browser, isWanted: (name: string) => boolean): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  for (const [name, title] of Object.entries(titles).filter(([name]) => isWanted(name))) {
    await page.setContent(`<style>${styles}</style>${logo}<div><h1>${title}</h1><i></i><b></b></div>`);
    await sharp(await page.screenshot())
      .png({ palette: true, quality: 90, dither: 0, effort: 10 })
      .toFile(join(publicFolder, `social/${name}.png`));
  }
  await page.close();
}
