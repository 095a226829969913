/**
 * The only inline script. It is the same on every page, and the Content-Security-Policy contains its hash. The template in
 * the head contains the links to add after the first paint: the app, its imports and, last, the style sheet.
 */
const page = document;

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.installPrompt = event;
});

// A browser that refills a form on Back fires no event.
window.typedIn = new Set();
addEventListener('input', ({ target }) => target && window.typedIn?.add(target));
// What is submitted as plain html is not the app's any more.
addEventListener('submit', () => (window.isSubmitted = true));
addEventListener('focusin', ({ target }) => (window.lastFocused = target));

// Fallbacks: some browsers report no paint, and hidden tabs do not paint.
addEventListener('load', () => setTimeout(start, 2_000));
new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
if (page.hidden) start();

function start(): void {
  const template = page.querySelector<HTMLTemplateElement>('head template');
  if (!template) return;
  template.remove();
  const { content } = template;
  const { href } = content.querySelector('link') as HTMLLinkElement;
  // Check the newest features that the build relies on: Safari before 16.4 cannot parse the worker. Older browsers get
  // only the style sheet.
  const isRecent = 'toSorted' in [] && 'CompressionStream' in window;
  page.head.append(isRecent ? content : (content.lastChild as Node));
  if (isRecent) import(/* @vite-ignore */ href).catch(console.warn);
}
