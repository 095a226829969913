import type { ReactNode } from 'react';

import type { Office } from './open-office.tsx';

export type Line = { text: string; path?: string };

/** What a section has for the office's first page. */
export type Today = {
  /** `waits`: who waits longest, since when, and how many working days we promise. */
  lines?: (Line & { waits?: { first: string; since: string; days: number } })[];
  coming?: (Line & { at: string })[];
  unfinished?: Line[];
  /** Below the lines. */
  more?: ReactNode;
  /** How the server is doing. */
  server?: string;
};

export type TodayOf = (office: Pick<Office, 'store' | 'config' | 'builtAt'>) => Promise<Today>;

export const arrived = (count: number) => (count === 1 ? 'It arrived' : 'The oldest arrived');
