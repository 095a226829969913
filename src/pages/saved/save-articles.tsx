import { useEffect, useRef, useState } from 'react';

import { Section } from '#src/components/section.tsx';
import { saved } from '#src/content/saved.ts';
import { connection } from '#src/state/connection.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';
import { workerInCharge } from '#src/worker-bridge/saving-articles.ts';

import { costOfArticles, type SavingEnd, saveArticles } from './article-saver.ts';
import { readAnswers } from './kept-answers.ts';
import type { SavedSectionProps } from './on-this-phone.ts';

const words = saved.articles;
const ends = {
  done: words.done,
  stopped: words.stopped,
  failed: words.failed,
  limit: words.tooMany,
} as const;

/** Takes every article along, at a price that is told before. */
export function SaveArticles({ phone, onChange }: SavedSectionProps) {
  const { online } = useProxyState(connection);
  const { saving, said, start, stop } = useSaving(onChange);
  const cost = useCost(online && phone.worker === 'here' && !saving);
  return (
    <Section className="section-aside" heading={words.heading}>
      <div className="prose stack">
        <p>{words.text}</p>
        {phone.worker === 'here' ? (
          <div className="row-wrap">
            <button
              type="button"
              className="btn btn-primary"
              disabled={saving || !online}
              onClick={() => void start()}
            >
              {words.button}
              {online && `, ${cost}`}
            </button>
            {saving && (
              <button type="button" className="btn" onClick={stop}>
                {words.stop}
              </button>
            )}
          </div>
        ) : (
          <p>{words.without}</p>
        )}
        <p role="status">{online || said !== '' ? said : words.offline}</p>
      </div>
    </Section>
  );
}

/** What the button says of its price, as it was last asked for. */
function useCost(mayAsk: boolean): string {
  const [cost, setCost] = useState<string>(words.asking);
  useEffect(() => {
    const worker = workerInCharge();
    if (!mayAsk || worker === undefined) return;
    let isCurrent = true;
    costOfArticles(worker).then(
      (bytes) => isCurrent && setCost(bytes === undefined ? words.unknown : priceOf(bytes)),
      (error: unknown) => {
        console.warn('The server does not say how long its articles are.', error);
        if (isCurrent) setCost(words.unknown);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [mayAsk]);
  return cost;
}

function priceOf(bytes: number): string {
  return bytes === 0 ? words.allHere : words.about(Math.ceil(bytes / 1_000));
}

function useSaving(onEnd: () => void) {
  const [saving, setSaving] = useState(false);
  const [said, setSaid] = useState('');
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  const say = async (tell: (count: number) => string) => setSaid(tell((await readAnswers()).articles.length));
  async function start(): Promise<void> {
    const worker = workerInCharge();
    if (worker === undefined) return;
    current.current = new AbortController();
    const { signal } = current.current;
    setSaving(true);
    const end = await Promise.race([
      saveArticles(
        worker,
        () => !signal.aborted,
        async () => signal.aborted || say(words.saving),
      ),
      // At once, though the worker may have something in hand.
      new Promise<SavingEnd>((resolve) => signal.addEventListener('abort', () => resolve('stopped'))),
    ]).catch((error: unknown): SavingEnd => {
      console.warn('The articles could not be saved.', error);
      return 'failed';
    });
    await say(ends[end]);
    setSaving(false);
    onEnd();
  }
  return { saving, said, start, stop: () => current.current?.abort() };
}
