import type { ManifestOptions } from 'vite-plugin-pwa';

import { alertIcon } from '#src/contract/alerts.ts';
import * as site from '#src/words/site.ts';
import { descriptions } from '#src/words/titles.ts';

const icon = { src: alertIcon, sizes: '192x192', type: 'image/png' };

export function webManifest(): Partial<ManifestOptions> {
  return {
    id: '/',
    name: site.name,
    short_name: site.shortName,
    description: descriptions.home,
    lang: site.lang,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: site.themeColour,
    background_color: '#ffffff',
    categories: ['business', 'education', 'productivity'],
    icons: [
      { ...icon, purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    screenshots: [screenshot('narrow', '400x860'), screenshot('wide', '1280x720')],
  };
}

function screenshot(form_factor: 'narrow' | 'wide', sizes: string) {
  const [src, label] = [`/screenshots/home-${form_factor}.png`, `home ${form_factor}`];
  return { src, sizes, type: 'image/png', form_factor, label };
}
