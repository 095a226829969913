/**
 * The one inline script. It is the same on every page and in every build, and its hash stands in each page's policy.
 * The template in the head names what comes after the first paint: first the app, with what it imports, last the style sheet.
 */
const page = document;

try {
  const { theme } = localStorage;
  if (/^(light|dark)$/.test(theme)) page.documentElement.dataset.bsTheme = theme;
} catch {
  // Without storage the colours follow the system.
}

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.installPrompt = event;
});

// Some browsers report no paint, and a hidden tab has none.
addEventListener('load', () => setTimeout(start, 2_000));
new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
if (page.hidden) start();

function start(): void {
  const template = page.querySelector<HTMLTemplateElement>('head template');
  if (!template) return;
  template.remove();
  const { content } = template;
  const { href } = content.querySelector('link') as HTMLLinkElement;
  // The newest method that the build relies on: without it no app, only the sheet.
  const isRecent = 'toSorted' in [];
  page.head.append(isRecent ? content : (content.lastChild as Node));
  if (isRecent) import(/* @vite-ignore */ href).catch(console.warn);
}
