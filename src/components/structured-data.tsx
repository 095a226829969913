import { type PageName, pages } from '#src/paths.ts';
import * as site from '#src/words/site.ts';
import { company } from '#src/words/site.ts';
import { descriptions, titles } from '#src/words/titles.ts';

import { absoluteUrl } from './page-meta.tsx';

type Thing = { '@type': string } & Record<string, unknown>;

/** A data block, to which Content-Security-Policy does not apply. */
export function StructuredData({ things }: { things: Thing[] }) {
  const graph = { '@context': 'https://schema.org', '@graph': things };
  // Escape `<`, so that no text can end the element.
  return <script type="application/ld+json">{JSON.stringify(graph).replaceAll('<', '\\u003c')}</script>;
}

export function organization(): Thing {
  return {
    '@type': 'Organization',
    '@id': absoluteUrl('/#organization'),
    name: site.name,
    url: absoluteUrl('/'),
    logo: absoluteUrl('/icons/icon-512.png'),
    email: company.email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: company.office.address,
      addressCountry: site.country,
    },
    sameAs: company.socialLinks.map(({ href }) => href),
  };
}

/** The organization with its phone, hours and coordinates. */
export function localBusiness(): Thing {
  const { phones, hours, office } = company;
  return {
    ...organization(),
    '@type': 'LocalBusiness',
    telephone: phones[0],
    image: absoluteUrl('/social/contact.png'),
    geo: { '@type': 'GeoCoordinates', latitude: office.lat, longitude: office.lng },
    openingHours: hours.map(({ schema }) => schema),
  };
}

/** Search engines reject a `Product` without an offer, so that it is a `Service` until the company has confirmed the price. */
export function productThing(name: PageName, price?: { from: number; sample?: string }): Thing {
  const thing = {
    name: titles[name],
    description: descriptions[name],
    url: absoluteUrl(pages[name].path),
    image: absoluteUrl(`/social/${name}.png`),
    brand: { '@type': 'Brand', name: site.name },
  };
  if (price === undefined || price.sample !== undefined)
    return { '@type': 'Service', ...thing, provider: organization() };
  const offers = { '@type': 'Offer', price: price.from, priceCurrency: site.currency };
  return { '@type': 'Product', ...thing, offers };
}

/** `steps`: the pages from Home to the current one, without Home. */
export function breadcrumbs(steps: { name: string; path: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: site.name, path: pages.home.path }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absoluteUrl(path),
    })),
  };
}
