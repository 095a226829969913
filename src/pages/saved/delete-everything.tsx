import { useState } from 'react';

import { Dialog } from '#src/components/dialog.tsx';
import { FormError } from '#src/components/field.tsx';
import { Section } from '#src/components/section.tsx';
import { saved } from '#src/content/saved.ts';
import { beginForgetting } from '#src/worker-bridge/forgetting.ts';

import { keptKinds, removeKinds } from './kept-kinds.ts';
import type { SavedSectionProps } from './on-this-phone.ts';

const words = saved.delete;

/** Names what would be lost, then removes all of it; what cannot be had again only after a second word. */
export function DeleteEverything({ phone, onChange }: SavedSectionProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState('');
  const rows = keptKinds
    .map((kind, index) => ({ ...kind, number: phone.counts[index] }))
    .filter(({ number }) => number !== 0);
  const lost = rows.filter(({ isLostForGood, number }) => isLostForGood && number !== undefined);

  async function remove(all: boolean): Promise<void> {
    setIsAsking(false);
    setIsBusy(true);
    setProblem('');
    try {
      beginForgetting();
      await removeKinds(all);
      setSaid(all ? words.done : words.doneButLost);
    } catch (error) {
      setProblem(`${words.failed} ${String(error)}`);
    }
    setIsBusy(false);
    onChange();
  }

  return (
    <Section className="section-aside" heading={words.heading}>
      <div className="prose stack">
        <p>{rows.length === 0 ? words.nothing : words.text}</p>
        <ul>
          {rows.map(({ name, number }) => (
            <li key={name}>{number === undefined ? `${name}: ${saved.unread}` : `${name}: ${number}`}</li>
          ))}
        </ul>
        <button
          type="button"
          className="btn btn-primary"
          disabled={isBusy}
          onClick={() => (lost.length > 0 ? setIsAsking(true) : void remove(true))}
        >
          {isBusy ? words.busy : words.button}
        </button>
        <p role="status">{said}</p>
        <FormError message={problem} />
      </div>
      <Dialog open={isAsking} title={words.ask.title} onClose={() => setIsAsking(false)} isStatic>
        <p>{words.ask.text}</p>
        <ul>
          {lost.map(({ name, number }) => (
            <li key={name}>{`${name}: ${number}`}</li>
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
