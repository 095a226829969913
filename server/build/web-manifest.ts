import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ManifestOptions } from 'vite-plugin-pwa';

import { linkPath, shortcutHint, shortcuts } from '#src/content/navigation.ts';
import * as site from '#src/content/site.ts';
import { alertIcon } from '#src/contract/alerts.ts';
import { pages } from '#src/paths.ts';

const screenshotsDir = join(import.meta.dirname, '../../public/screenshots');
const icon = { src: alertIcon, sizes: '192x192', type: 'image/png' };

/** Includes everything that PWABuilder requires or recommends. */
export function webManifest(): Partial<ManifestOptions> {
  return {
    id: '/',
    name: site.name,
    short_name: site.shortName,
    description: pages.home.description,
    lang: site.lang,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    display_override: ['standalone', 'minimal-ui'],
    orientation: 'any',
    theme_color: site.themeColour,
    background_color: '#ffffff',
    categories: ['business', 'education', 'productivity'],
    prefer_related_applications: false,
    related_applications: [],
    launch_handler: { client_mode: ['navigate-existing', 'auto'] },
    handle_links: 'preferred',
    edge_side_panel: { preferred_width: 480 },
    icons: [
      { ...icon, purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: shortcuts.map((link) => ({
      name: link.label,
      short_name: link.label,
      description: shortcutHint(link.label),
      url: linkPath(link),
      icons: [icon],
    })),
    screenshots: screenshots(),
  };
}

/** Labels each picture by its file name: "media center narrow" for `media-center-narrow.png`. */
function screenshots() {
  if (!existsSync(screenshotsDir)) return [];
  return readdirSync(screenshotsDir)
    .filter((file) => file.endsWith('.png'))
    .map((file) => {
      // A PNG stores its width at byte 16 and its height at byte 20.
      const header = readFileSync(join(screenshotsDir, file)).subarray(16, 24);
      const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
      return {
        src: `/screenshots/${file}`,
        sizes: `${width}x${height}`,
        type: 'image/png',
        form_factor: width > height ? ('wide' as const) : ('narrow' as const),
        label: file.replace('.png', '').replaceAll('-', ' '),
      };
    });
}
