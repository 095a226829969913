import { type ReactNode, startTransition, useEffect, useState } from 'react';

import { answersPress } from '#src/lib/press-answer.ts';

/** A page below its header. After a press on a link it comes one frame after the header, which answers the press. */
export function PageBody({ children }: { children: ReactNode }) {
  const [isDrawn, setIsDrawn] = useState(() => !answersPress());
  useEffect(() => {
    if (isDrawn) return;
    const frame = requestAnimationFrame(() => startTransition(() => setIsDrawn(true)));
    return () => cancelAnimationFrame(frame);
  }, [isDrawn]);
  return isDrawn ? children : <div className="page-rest" aria-busy="true" />;
}
