import * as site from '#src/words/site.ts';
import { company } from '#src/words/site.ts';

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
