import type { Plugin } from 'vite';

import { sampleFacts } from '../samples.ts';

/** Ends a build for a public address with a list of the facts that are still samples. */
export function sampleNotice(siteUrl: string | undefined): Plugin {
  return {
    name: 'sample-notice',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler(error?: Error) {
        const facts = sampleFacts();
        if (error || !siteUrl?.startsWith('https:') || facts.length === 0) return;
        const lines = facts.map(({ file, sample }) => `  src/${file}: ${sample}`);
        console.error(['Replace these samples before the site goes live:', ...lines].join('\n'));
      },
    },
  };
}
