import { readFileSync } from 'node:fs';

/** The arrows of a README's state diagrams, one an event, sorted: `from --> to: event`, with the names of the states. */
export function drawnIn(readme: string): string[] {
  const text = readFileSync(readme, 'utf8');
  const diagrams = [...text.matchAll(/```mermaid\nstateDiagram-v2\n(.*?)```/gs)].map(
    ([, diagram]) => diagram,
  );
  const all = diagrams.join('');
  const names = new Map([...all.matchAll(/state "(.+)" as (\w+)/g)].map(([, name, id]) => [id, name]));
  const nameOf = (id = '') => names.get(id) ?? id;
  return [...all.matchAll(/^ *(\S+) --> (\S+): (.+)$/gm)]
    .flatMap(([, from, to, events = '']) =>
      events.split(', ').map((event) => `${nameOf(from)} --> ${nameOf(to)}: ${event}`),
    )
    .sort();
}

/** The same of a table of transitions. */
export const arrowsOf = (table: readonly (readonly [from: string, event: string, to: string])[]) =>
  table.map(([from, event, to]) => `${from} --> ${to}: ${event}`).sort();
