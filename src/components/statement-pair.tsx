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
