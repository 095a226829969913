import type { ReactNode } from 'react';

type SectionProps = {
  id?: string;
  heading: string;
  lead?: string;
  /** A line above the heading. */
  eyebrow?: string;
  className?: string;
  /** Dark in both colour schemes. */
  theme?: 'dark';
  /** A second column, such as a picture. */
  aside?: ReactNode;
  children?: ReactNode;
};

export function Section(props: SectionProps) {
  const { id, heading, lead, eyebrow, className = '', theme, aside, children } = props;
  const content = (
    <>
      <div className="section-head">
        {eyebrow !== undefined && <p className="eyebrow">{eyebrow}</p>}
        <h2>{heading}</h2>
        {lead !== undefined && <p className="lead">{lead}</p>}
      </div>
      {children}
    </>
  );
  return (
    <section id={id} className={`section ${className}`.trim()} data-bs-theme={theme}>
      {aside === undefined ? (
        <div className="container">{content}</div>
      ) : (
        <div className="container split">
          <div className="vstack gap-3 align-items-start justify-content-center">{content}</div>
          {aside}
        </div>
      )}
    </section>
  );
}

export function Paragraphs({ text }: { text: readonly string[] }) {
  return text.map((paragraph) => <p key={paragraph}>{paragraph}</p>);
}

type Statement = { heading: string; text: string };

/** Mission and vision side by side. */
export function StatementPair({ statements }: { statements: readonly [Statement, Statement] }) {
  return (
    <section className="section">
      <div className="container grid-2">
        {statements.map(({ heading, text }) => (
          <article key={heading}>
            <h2 className="mb-2">{heading}</h2>
            <p className="lead">{text}</p>
          </article>
        ))}
      </div>
    </section>
  );
}

export function Timeline({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <ol className="timeline">
      {steps.map(({ title, text }) => (
        <li key={title}>
          <h3 className="mb-1">{title}</h3>
          <p className="small">{text}</p>
        </li>
      ))}
    </ol>
  );
}

export function CheckList({ points }: { points: readonly string[] }) {
  return (
    <ul className="ticks">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
