import { useState } from 'react';

import { Dialog } from '#src/components/dialog.tsx';
import { FormError } from '#src/components/field.tsx';
import { Section } from '#src/components/section.tsx';
import { saved } from '#src/content/saved.ts';

import { keptKinds } from './kept-kinds.ts';
import type { SavedSectionProps } from './on-this-phone.ts';
import { removeKinds } from './remove-kinds.ts';

const words = saved.delete;

/** Names what would be lost, then removes all of it; what cannot be had again only after a second word. */
export function DeleteEverything({ phone, onChange }: SavedSectionProps) {
  const [asked, setAsked] = useState<CountedKind[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState('');
  const rows = keptKinds
    .map((kind, index) => ({ ...kind, number: phone.counts[index] }))
    .filter(({ number }) => number !== 0);

  async function press(): Promise<void> {
    setIsBusy(true);
    const lost = await countLost();
    setAsked(lost);
    if (lost.length === 0) await remove(true);
    setIsBusy(false);
  }

  async function remove(all: boolean): Promise<void> {
    setAsked([]);
    setIsBusy(true);
    const stayed = await removeKinds(all);
    // What the device does not show may never have been here.
    const unseen = rows.filter(({ number }) => number === undefined).map(({ name }) => name);
    const here = stayed.filter((name) => !unseen.includes(name));
    if (here.length > 0) setProblem(`${words.failed} ${here.join('; ')}.`);
    else setProblem(stayed.length > 0 ? words.refused : '');
    const done = all ? words.done : words.doneButKept;
    if (stayed.length > 0) setSaid('');
    else setSaid(done);
    setIsBusy(false);
    onChange();
  }

  return (
    <Section className="section-aside" heading={words.heading}>
      <div className="prose stack">
        <p>{rows.length === 0 ? words.nothing : words.text}</p>
        <ul>
          {rows.map(({ name, number }) => (
            <li key={name}>{numberText({ name, number })}</li>
          ))}
        </ul>
        <button
          type="button"
          className="btn btn-primary"
          // A button that is disabled loses the focus.
          aria-disabled={isBusy}
          onClick={() => isBusy || void press()}
        >
          {isBusy ? words.busy : words.button}
        </button>
        <p role="status">{said}</p>
        <FormError message={problem} />
      </div>
      <Dialog open={asked.length > 0} title={words.ask.title} onClose={() => setAsked([])} isStatic>
        <p>{words.ask.text}</p>
        <ul>
          {asked.map((kind) => (
            <li key={kind.name}>{numberText(kind)}</li>
          ))}
        </ul>
        <div className="row-wrap">
          <button type="button" className="btn btn-primary" onClick={() => void remove(false)}>
            {words.ask.others}
          </button>
          <button type="button" className="btn" onClick={() => void remove(true)}>
            {words.ask.all}
          </button>
        </div>
      </Dialog>
    </Section>
  );
}

/** The address for alerts stays until our server has heard that it is to forget it. */
/** `number` undefined: the device does not say. */
type CountedKind = { name: string; number: number | undefined };

function numberText({ name, number }: CountedKind): string {
  return `${name}: ${number ?? saved.unread}`;
}

/** Counted when it matters: another tab may have kept something since the page was read. What cannot be counted may be there. */
async function countLost(): Promise<CountedKind[]> {
  const counted = keptKinds
    .filter(({ isLostForGood }) => isLostForGood)
    .map(async ({ name, count }) => ({ name, number: await count().catch(() => undefined) }));
  return (await Promise.all(counted)).filter(({ number }) => number !== 0);
}
