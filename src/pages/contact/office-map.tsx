import { useEffect, useRef, useState } from 'react';

import { Picture } from '#src/components/picture.tsx';
import { Status } from '#src/components/status.tsx';
import { contact } from '#src/content/contact.ts';
import { whenNear } from '#src/lib/when-near.ts';
import { connection, onReconnect, reportNoResponse } from '#src/state/connection.ts';
import { company } from '#src/words/site.ts';

const hasKey = Boolean(import.meta.env.VITE_GOOGLE_MAPS_KEY);

/** `idle`: before hydration, or without a key. */
type MapState = 'idle' | 'loading' | 'shown' | 'failed';

/** Loads Google Maps only near the viewport. */
export function OfficeMap() {
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<MapState>('idle');
  useEffect(() => {
    if (!hasKey || state === 'shown') return;
    if (state === 'idle') return setState('loading');
    return state === 'loading'
      ? whenNear(box.current, () => draw(box.current).then(setState))
      : onReconnect(() => setState('loading'));
  }, [state]);
  return (
    <div className="map position-relative overflow-hidden rounded" data-bs-theme="dark">
      {state !== 'shown' && (
        <Picture
          className="position-absolute w-100 h-100 object-fit-cover"
          picture={contact.office.picture}
        />
      )}
      <div ref={box} className="position-relative h-100" />
      {(state === 'loading' || state === 'failed') && (
        <Status className="map-note position-absolute bottom-0 start-0 p-3">
          {state === 'loading' ? contact.office.loading : contact.office.failed}
        </Status>
      )}
    </div>
  );
}

async function draw(element: HTMLElement | null): Promise<MapState> {
  if (element === null) return 'loading';
  // Check first, because a failed import() cannot be retried in the same document.
  await reportNoResponse();
  if (!connection.online) return 'failed';
  try {
    const { drawMap } = await import('./draw-map.ts');
    await drawMap(element, [company.office]);
    return 'shown';
  } catch (error) {
    console.warn('The map could not be loaded.', error);
    return 'failed';
  }
}
