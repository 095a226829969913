import { locale } from '#src/words/site.ts';

import type { ProductLink } from './navigation.ts';

/** `from`: in kwacha. `weeks`: the lead time. `sample`: the company has not confirmed it. */
type Price = { sample?: string; from: number; scope: string; weeks: string };

/** Separate from the products' texts, which Home does not load. A product without a price says nothing about costs. */
export const prices: { [P in ProductLink['page']]?: Price } = {
  osense: {
    sample: "price and lead time of O'Sense",
    from: 3800,
    scope: 'per vehicle, with set-up and training',
    weeks: '3 to 5 weeks from order to use.',
  },
  waterhandler: {
    sample: 'price and lead time of Water Handler',
    from: 7900,
    scope: 'for a house, installed',
    weeks: '1 to 2 weeks from order to use.',
  },
  zstudy: {
    sample: 'price and lead time of ZStudy',
    from: 46000,
    scope: 'for a class of forty',
    weeks: '4 to 6 weeks from order to the first lesson.',
  },
  travis: {
    sample: 'price and lead time of Travis Labs',
    from: 9500,
    scope: 'for a feasibility study',
    weeks: '8 to 14 weeks from order to the first finished device.',
  },
};

export const sample = 'that all prices include VAT';

export const vat = 'All prices include 16% VAT.';

/** `K2,900` */
export const kwacha = (amount: number) => `K${amount.toLocaleString(locale)}`;

/** `From K3,800 per vehicle, with set-up and training` */
export const startingPrice = ({ from, scope }: Price) => `From ${kwacha(from)} ${scope}`;
