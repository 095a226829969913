import { Section } from '#src/components/section.tsx';
import { saved } from '#src/content/saved.ts';

import { keptKinds } from './kept-kinds.ts';
import type { SavedSectionProps } from './on-this-phone.ts';

/** Names what would be lost, then removes all of it. */
export function DeleteEverything({ phone, onChange }: SavedSectionProps) {
  const rows = keptKinds
    .map(({ name }, index) => ({ name, count: phone.counts[index] }))
    .filter(({ count }) => count !== 0);
  async function remove(): Promise<void> {
    for (const kind of keptKinds) await kind.remove();
    onChange();
  }
  return (
    <Section className="section-aside" heading={saved.delete.heading}>
      <div className="prose">
        <p>{rows.length === 0 ? saved.delete.nothing : saved.delete.text}</p>
        <ul>
          {rows.map(({ name, count }) => (
            <li key={name}>
              {name}: {count ?? saved.delete.unread}
            </li>
          ))}
        </ul>
        <button type="button" className="btn" onClick={() => void remove()}>
          {saved.delete.button}
        </button>
      </div>
    </Section>
  );
}
