import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Returns a whole document. React escapes every value. */
export const render = (page: ReactElement) => `<!doctype html>${renderToStaticMarkup(page)}`;
