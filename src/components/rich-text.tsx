import { use, useEffect, useRef, useState } from 'react';

import { chunk } from '#src/lib/chunk.ts';

import { replaceDeadImages } from './dead-images.ts';
import { SanitizerContext } from './sanitizer-context.ts';
import { useLoaded } from './use-loaded.ts';

const sanitizer = chunk(() =>
  import('#src/lib/safe-html.ts').then(({ createSanitizer }) => createSanitizer(window, location.origin)),
);

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
    return replaceDeadImages(box);
  }, [sanitize, html]);
  if (hasFailed) return <p className={className}>{plain}</p>;
  return (
    <div
      ref={element}
      className={className}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: onServer === null ? '' : onServer(html) }}
    />
  );
}
