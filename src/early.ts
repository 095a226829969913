/**
 * The one inline script, the same on every page: the build minifies it to less than 1 KB and writes it into the head, and
 * its hash stands in each page's policy. It applies the stored theme before the first paint, keeps what happens before the
 * app is here, and fetches the app after the first paint, so that 80 KB of script compete with no byte of the page.
 */
import { themeKey } from './components/theme.ts';
import { type Early, stampKey } from './early-events.ts';

/** Longer than any browser takes to tell of its first paint once all is loaded. */
const patience = 2_000;

// Names that a minifier can shorten.
const page = document;
const on = addEventListener;

const early: Early = { posted: new WeakSet() };
window.early = early;

try {
  const theme = localStorage[themeKey];
  if (/^(light|dark)$/.test(theme)) page.documentElement.dataset.bsTheme = theme;
} catch {
  // The switch says that nothing can be remembered here.
}

on('click', ({ target }) => {
  // A submit button needs no app.
  early.pressed = (target as Element).closest<HTMLButtonElement>('button[type=button]');
});

on('submit', (event) => {
  if (!event.defaultPrevented) early.posted.add(event.target as HTMLFormElement);
});

on('beforeinstallprompt', (event) => {
  event.preventDefault();
  early.installPrompt = event;
});

// Where visitors are shielded from being measured, nobody tells of a paint.
on('load', () => setTimeout(start, patience));
new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
// A tab opened in the background paints nothing until it is looked at.
if (page.hidden) start();

/** The template in the head names what comes after the first paint, the app first. */
function start(): void {
  const { content } = page.querySelector('template') as HTMLTemplateElement;
  const app = content.querySelector('link');
  if (!app) return;
  page.head.append(content);
  import(/* @vite-ignore */ app.href).then(() => early.started).catch(startAgainWhenAnswered);
}

/**
 * The app could not be had, and in this document it cannot be any more (https://github.com/whatwg/html/issues/6768). The
 * page reads and its forms post without it; what only the app can do comes with another document. That is loaded when
 * something speaks for a connection and the server has just answered, unless something is typed; once until it runs, because
 * an engine that cannot run the app would go round in circles.
 */
function startAgainWhenAnswered(error: unknown): void {
  console.warn('No app.', error);
  on('online', startAgain);
  on('visibilitychange', startAgain);
  // A button that only the app hears.
  on('click', () => early.pressed && startAgain());
}

function startAgain(): void {
  const fields = [...page.querySelectorAll<HTMLInputElement>('input,textarea')];
  const isTyped = fields.some((field) => field.value !== field.defaultValue);
  // Without a place for the stamp this throws: a reload could repeat for ever.
  if (page.hidden || isTyped || sessionStorage[stampKey]) return;
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => {
      // A gateway answers while our server starts: the page stays.
      if (status > 499) return;
      sessionStorage[stampKey] = 1;
      location.reload();
    },
    () => {
      // Still no connection: the next sign of one asks again.
    },
  );
}
