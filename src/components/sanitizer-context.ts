import { createContext } from 'react';

import type { Sanitize } from '#src/lib/safe-html.ts';

/** Given where html is made on the server; in a browser DOMPurify is fetched by the pages that need it. */
export const SanitizerContext = createContext<Sanitize | null>(null);
