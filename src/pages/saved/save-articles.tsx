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
  const cost = useCost(online && phone.worker === 'here');
  const { saving, said, start, stop } = useSaving(onChange);
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

/** What the button says of its price. */
function useCost(mayAsk: boolean): string {
  const [cost, setCost] = useState<string>(words.asking);
  useEffect(() => {
    const worker = workerInCharge();
    if (!mayAsk || worker === undefined) return;
    let isCurrent = true;
    costOfArticles(worker).then(
      (bytes) =>
        isCurrent && setCost(bytes === undefined ? words.unknown : words.about(Math.ceil(bytes / 1_000))),
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

function useSaving(onEnd: () => void) {
  const [saving, setSaving] = useState(false);
  const [said, setSaid] = useState('');
  const isWanted = useRef(false);
  useEffect(
    () => () => {
      isWanted.current = false;
    },
    [],
  );
  const say = async (tell: (count: number) => string) => setSaid(tell((await readAnswers()).articles.length));
  async function start(): Promise<void> {
    const worker = workerInCharge();
    if (worker === undefined) return;
    isWanted.current = true;
    setSaving(true);
    const end: SavingEnd = await saveArticles(
      worker,
      () => isWanted.current,
      () => say(words.saving),
    ).catch((error: unknown) => {
      console.warn('The articles could not be saved.', error);
      return 'failed';
    });
    await say(ends[end]);
    setSaving(false);
    onEnd();
  }
  const stop = () => {
    isWanted.current = false;
  };
  return { saving, said, start, stop };
}
