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

export function Paragraphs({ text }: { text: readonly string[] }) {
  return text.map((paragraph) => <p key={paragraph}>{paragraph}</p>);
}

type Statement = { heading: string; text: string };

/** Mission and vision beside each other, in the page's own order. */
export function StatementPair({ statements }: { statements: readonly [Statement, Statement] }) {
  return (
    <section className="section">
      <div className="container grid-2">
        {statements.map(({ heading, text }) => (
          <article className="statement" key={heading}>
            <h2>{heading}</h2>
            <p>{text}</p>
          </article>
        ))}
      </div>
    </section>
  );
}

/** Numbered steps along a trace. */
export function Timeline({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <ol className="timeline">
      {steps.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}

export function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className="ticks">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
