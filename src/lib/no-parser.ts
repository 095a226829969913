/** In the place of the parser that wouter brings for its own routes: `match-page.ts` matches, as exactly as the server. */
export const parse = undefined;
