import { createContext, use, useEffect, useRef, useState } from 'react';

import type { Sanitize } from '#src/lib/safe-html.ts';

/** Set on the server only. The browser loads DOMPurify when needed. */
export const SanitizerContext = createContext<Sanitize | null>(null);

async function loadSanitizer(): Promise<Sanitize> {
  const { createSanitizer } = await import('#src/lib/safe-html.ts');
  return createSanitizer(window, location.origin);
}

type RichTextProps = { html: string; className: string };

/** A provider's HTML, sanitised. Reuses the server's HTML, so that DOMPurify is loaded only for new content. */
export function RichText({ html, className }: RichTextProps) {
  const serverSanitizer = use(SanitizerContext);
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef('');
  const [error, setError] = useState<Error>();
  useEffect(() => {
    const box = element.current;
    const isRendered = shown.current === '' ? box?.hasChildNodes() : shown.current === html;
    shown.current = html;
    if (isRendered) return;
    loadSanitizer()
      .then((sanitize) => {
        if (box && shown.current === html) box.innerHTML = sanitize(html);
      })
      .catch(setError);
  }, [html]);
  if (error) throw error;
  return (
    <div
      ref={element}
      className={className}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: serverSanitizer === null ? '' : serverSanitizer(html) }}
    />
  );
}
