import type { ReactNode } from 'react';

type SectionProps = {
  heading: string;
  lead?: string;
  /** Further classes, such as `section-tint`. */
  className?: string;
  /** `dark` on a lit board, whatever the visitor's colours. */
  theme?: 'dark';
  children?: ReactNode;
};

/** A headed block of a page. */
export function Section({ heading, lead, className = '', theme, children }: SectionProps) {
  return (
    <section className={`section ${className}`.trim()} data-bs-theme={theme}>
      <div className="container">
        <div className="section-head">
          <h2>{heading}</h2>
          {lead !== undefined && <p className="lead">{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}
