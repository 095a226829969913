import { locale } from '#src/words/site.ts';

import type { ProductLink } from './navigation.ts';

/** `from`: in kwacha. `sample`: the company has not confirmed it. */
type Price = { sample?: string; from: number; scope: string };

/** Separate from the products' texts, which Home does not load. A product without a price says nothing about costs. */
export const prices: { [P in ProductLink['page']]?: Price } = {
  osense: {
    sample: "price of O'Sense",
    from: 2900,
    scope: 'per vehicle, fitted',
  },
  waterhandler: {
    sample: 'price of Water Handler',
    from: 7900,
    scope: 'installed',
  },
  zstudy: {
    sample: 'price of ZStudy',
    from: 46000,
    scope: 'for a class of forty',
  },
  travis: {
    sample: 'price of Travis Labs',
    from: 9500,
    scope: 'for a feasibility study',
  },
};

/** `K2,900` */
export const kwacha = (amount: number) => `K${amount.toLocaleString(locale)}`;

/** `From K2,900 per vehicle, fitted` */
export const startingPrice = ({ from, scope }: Price) => `From ${kwacha(from)} ${scope}`;
