import { createContext, use, useEffect, useRef, useState } from 'react';

import { pressedMark } from '#src/contract/worker-messages.ts';
import { chunk, useLoaded } from '#src/lib/chunk.ts';
import type { Sanitize } from '#src/lib/safe-html.ts';
import { pictures } from '#src/state/persisted.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

import { askedAnew, isOwnDrawing, pictureWords, pressed } from './picture-button.tsx';

const sanitizer = chunk(() =>
  import('#src/lib/safe-html.ts').then(({ createSanitizer }) => createSanitizer(window, location.origin)),
);

/** Once fetched, the worker keeps it: what comes by push can then be read as it is. */
export async function keepSanitizer(): Promise<void> {
  await sanitizer.load().catch((error) => console.warn('Texts that come offline are shown in short.', error));
}

/** Given where html is made on the server; in a browser DOMPurify is fetched by the pages that need it. */
export const SanitizerContext = createContext<Sanitize | null>(null);

type RichTextProps = {
  html: string;
  className: string;
  /** Shown where the sanitiser cannot be had. */
  plain: string;
};

/**
 * Html of a provider, sanitised. What the server rendered stays as it stands in the page: React is given no
 * other html while it hydrates, and DOMPurify is fetched only when there is something new to show.
 */
export function RichText({ html, className, plain }: RichTextProps) {
  const onServer = use(SanitizerContext);
  const element = useRef<HTMLDivElement>(null);
  const shownHtml = useRef('');
  const [isWanted, setIsWanted] = useState(false);
  const { onPress } = useProxyState(pictures);
  const { value: sanitize, hasFailed } = useLoaded(sanitizer, isWanted);
  useEffect(() => {
    const box = element.current;
    if (box === null) return;
    if (shownHtml.current === '' && box.hasChildNodes()) shownHtml.current = html;
    if (shownHtml.current !== html && sanitize === undefined) setIsWanted(true);
    if (shownHtml.current !== html && sanitize !== undefined) {
      box.innerHTML = sanitize(html);
      shownHtml.current = html;
    }
    if (onPress) holdImages(box);
    // They are all ours: the sanitiser leaves none.
    else for (const button of box.querySelectorAll('button')) button.click();
    return replaceDeadImages(box);
  }, [sanitize, html, onPress]);
  if (hasFailed) return <PlainText className={className} html={html} plain={plain} />;
  return (
    <div
      ref={element}
      className={className}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: onServer === null ? '' : onServer(html) }}
    />
  );
}

/** Every word, where the sanitiser cannot be had: what the html would do never happens. */
function PlainText({ html, className, plain }: RichTextProps) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const unseen of body.querySelectorAll('script, style, template')) unseen.remove();
  for (const block of body.querySelectorAll('p, li, h1, h2, h3, h4, tr, pre')) block.append('\n');
  return <p className={`${className} plain-text`}>{body.textContent.trim() || plain}</p>;
}

/** Puts a button in the place of each photo, which is not fetched before it is pressed. */
function holdImages(element: HTMLElement): void {
  for (const image of element.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? '';
    if (isOwnDrawing(src) || src.endsWith(pressedMark)) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'btn';
    button.textContent = pictureWords(image.alt);
    // A link that is nothing but its picture waits with it.
    const link = image.closest('a');
    const isAlone = link?.textContent.trim() === '' && link.querySelectorAll('img').length === 1;
    const place = isAlone ? link : image;
    button.addEventListener('click', (event) => {
      // Beside words of the link the button stands inside it.
      event.preventDefault();
      // In this order: Chromium would ask for the address before, in the new way.
      image.src = pressed(src);
      image.crossOrigin = askedAnew(src) ?? null;
      const hadFocus = document.activeElement === button;
      button.replaceWith(place);
      if (hadFocus) focusIn(place);
    });
    place.replaceWith(button);
  }
}

/** In the place of the button, which had the focus. */
function focusIn(place: HTMLElement): void {
  if (place instanceof HTMLImageElement) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** Puts the words of a picture in its place where it cannot be loaded, now or later. Gives what ends that. */
function replaceDeadImages(element: HTMLElement): () => void {
  const onError = ({ target }: Event) => target instanceof HTMLImageElement && replace(target);
  // Errors of pictures do not bubble.
  element.addEventListener('error', onError, true);
  for (const image of element.querySelectorAll('img'))
    if (image.complete && image.naturalWidth === 0 && image.currentSrc !== '') replace(image);
  return () => element.removeEventListener('error', onError, true);
}

function replace(image: HTMLImageElement): void {
  const words = document.createElement('span');
  words.className = 'meta';
  words.textContent = image.alt;
  image.replaceWith(words);
}
