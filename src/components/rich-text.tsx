import { createContext, use, useEffect, useRef, useState } from 'react';

import type { Sanitize } from '#src/lib/safe-html.ts';

/** Set on the server only. The browser loads DOMPurify when needed. */
export const SanitizerContext = createContext<Sanitize | null>(null);

async function loadSanitizer(): Promise<Sanitize> {
  const { createSanitizer } = await import('#src/lib/safe-html.ts');
  return createSanitizer(window, location.origin);
}

type RichTextProps = { html: string; className: string };

/** Sanitised HTML of a provider. Reuses the server's HTML, so that DOMPurify is loaded for new content only. */
export function RichText({ html, className }: RichTextProps) {
  const serverSanitizer = use(SanitizerContext);
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef('');
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    const box = element.current;
    if (box === null) return;
    let isCurrent = true;
    const show = async () => {
      const sanitize = await loadSanitizer();
      if (!isCurrent) return;
      box.innerHTML = sanitize(html);
      shown.current = html;
    };
    const isRendered = shown.current === '' ? box.hasChildNodes() : shown.current === html;
    if (isRendered) shown.current = html;
    else
      show().catch((error: unknown) => {
        console.warn('Showing the text without its layout.', error);
        setHasFailed(true);
      });
    return () => {
      isCurrent = false;
    };
  }, [html]);
  if (hasFailed) return <PlainText className={className} html={html} />;
  return (
    <div
      ref={element}
      className={className}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: serverSanitizer === null ? '' : serverSanitizer(html) }}
    />
  );
}

/** Fallback if the sanitiser could not be loaded. */
function PlainText({ html, className }: RichTextProps) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const hidden of body.querySelectorAll('script, style, template')) hidden.remove();
  for (const block of body.querySelectorAll('p, li, h1, h2, h3, h4, tr, pre')) block.append('\n');
  return <p className={`${className} plain-text`}>{body.textContent.trim()}</p>;
}
