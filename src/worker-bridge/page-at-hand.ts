import { connectBase } from '#src/api/connect-base.ts';
import { connectCalls } from '#src/paths.ts';

/**
 * What this page was made of, though perhaps no worker saw it being fetched: its address, its files, its pictures,
 * its connect reads and those that came inside its html.
 */
export function pageAtHand(): string[] {
  const fetched = performance
    .getEntriesByType('resource')
    .filter((entry) => isWorthKeeping(entry as PerformanceResourceTiming))
    .map(({ name }) => name);
  return [...new Set([location.href, ...fetched, ...connectReadsInHtml()])];
}

function isWorthKeeping({ name, initiatorType }: PerformanceResourceTiming): boolean {
  if (initiatorType === 'fetch') return name.startsWith(absolute(connectBase)) && !isOnlyForPage(name);
  return name.startsWith(`${location.origin}/`) && !/\.(?:mp4|webm|vtt|webmanifest)$|\/sw\.js$/.test(name);
}

/**
 * What was sent, and what came of it: the worker has neither the words nor the secret to ask again. What a provider may lack,
 * and the page can do without. A query asked only how long a list is.
 */
function isOnlyForPage(name: string): boolean {
  if (name.includes('?')) return true;
  const { jobApply, subscribe, application, features, alerts } = connectCalls;
  return [jobApply, subscribe, application, features, alerts].some(
    (call) => name === absolute(connectBase + call),
  );
}

function connectReadsInHtml(): string[] {
  const text = document.getElementById('server-data')?.textContent;
  if (!text) return [];
  return Object.keys(JSON.parse(text) as object).map((call) => absolute(connectBase + call));
}

function absolute(address: string): string {
  return new URL(address, location.href).href;
}
