import type { ReactNode } from 'react';

import * as ui from '#src/content/interface.ts';
import type { ProductLink } from '#src/content/navigation.ts';
import { askPath, pages } from '#src/paths.ts';
import { quote, quoteRequest } from '#src/words/site.ts';
import { titles } from '#src/words/titles.ts';

import { ChatLinks } from './chat-links.tsx';
import { SiteLink } from './link.tsx';
import { Section } from './section.tsx';

type ClosingBandProps = {
  heading?: string;
  lead?: string;
  /** The quote is for this product. */
  product?: ProductLink['page'];
  children?: ReactNode;
};

/** Ends a page with what to do next. */
export function ClosingBand(props: ClosingBandProps) {
  const { heading = ui.closing.heading, lead = ui.closing.lead, product, children } = props;
  return (
    <Section className="stage d-print-none" theme="dark" heading={heading} lead={lead}>
      <div className="hstack flex-wrap gap-3">
        <SiteLink className="btn btn-primary" href={product ? askPath(product) : pages.ask.path}>
          {quote}
        </SiteLink>{' '}
        <ChatLinks message={product && quoteRequest(titles[product])} /> {children}
      </div>
    </Section>
  );
}
