import { useEffect, useState } from 'react';

import { Section } from '#src/components/section.tsx';
import { saved } from '#src/content/saved.ts';
import { connection } from '#src/state/connection.ts';
import { savingArticles } from '#src/state/saving-articles.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';
import { workerInCharge } from '#src/worker-bridge/saving-articles.ts';

import { costOfArticles } from './article-saver.ts';
import type { SavedSectionProps } from './on-this-phone.ts';
import { startSaving, stopSaving } from './saving-run.ts';

const words = saved.articles;

/** Takes every article along, at a price that is told before. */
export function SaveArticles({ phone, onChange }: SavedSectionProps) {
  const { online } = useProxyState(connection);
  const { isUnderWay, said } = useProxyState(savingArticles);
  const cost = useCost(online && phone.worker === 'here' && !isUnderWay);
  // Once it has ended.
  useEffect(() => (isUnderWay ? onChange : undefined), [isUnderWay, onChange]);
  return (
    <Section className="section-aside" heading={words.heading}>
      <div className="prose stack">
        <p>{words.text}</p>
        {phone.worker === 'here' ? (
          <div className="row-wrap">
            <button
              type="button"
              className="btn btn-primary"
              disabled={isUnderWay || !online}
              onClick={() => void startSaving()}
            >
              {words.button}
              {online && `, ${cost}`}
            </button>
            {isUnderWay && (
              <button type="button" className="btn" onClick={stopSaving}>
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
