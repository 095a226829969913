import { useEffect } from 'react';

import type { DateText } from '#src/api/responses.ts';
import * as ui from '#src/content/interface.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { recordShown } from '#src/state/persist.ts';
import { lastVisit, type Shown } from '#src/state/visitor.ts';

/** Marks an item that is newer than everything the list showed on earlier visits. On a first visit, marks nothing. */
export function NewMark({ list, date }: { list: keyof Shown | undefined; date: DateText }) {
  const { shown } = useProxyState(lastVisit);
  const newest = list && shown?.[list];
  if (newest === undefined || date.iso === undefined || date.iso <= newest) return null;
  return <span className="badge">{ui.isNew}</span>;
}

/** Records the newest of these dates as shown. */
export function useShown(list: keyof Shown, dates: DateText[] = []): void {
  const isRestored = useProxyState(lastVisit).shown !== null;
  const newest = dates
    .map(({ iso = '' }) => iso)
    .sort()
    .at(-1);
  useEffect(() => {
    if (isRestored && newest) recordShown(list, newest);
  }, [isRestored, list, newest]);
}
