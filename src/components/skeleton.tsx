import * as ui from '#src/content/interface.ts';

import { Status } from './status.tsx';

/** As high as the window, so that nothing in view moves when the content comes. */
export function Skeleton({ lines = 3, className = '' }: { lines?: number; className?: string }) {
  return (
    <div className={`page-loading ${className}`} aria-busy="true">
      <Status>{ui.loading}</Status>
      <div className="placeholder-glow" aria-hidden="true">
        {Array.from({ length: lines }, (_, line) => (
          <span key={`line-${String(line)}`} className={`placeholder ${line % 2 === 0 ? 'w-75' : 'w-50'}`} />
        ))}
      </div>
    </div>
  );
}
