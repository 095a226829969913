import { useEffect } from 'react';

import type { DateText } from '#src/api/responses.ts';
import * as ui from '#src/content/interface.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { recordShown, renewVisit } from '#src/state/persist.ts';
import { lastVisit, type Shown } from '#src/state/visitor.ts';

/** Marks an item that is newer than everything the list showed on earlier visits. */
export function NewMark({ list, date }: { list: keyof Shown | undefined; date: DateText }) {
  const { shown } = useProxyState(lastVisit);
  return list && isNewer(date, shown?.[list]) && <span className="badge">{ui.isNew}</span>;
}

/** On a first visit, nothing is new. */
function isNewer({ iso }: DateText, newest: string | undefined): boolean {
  return iso !== undefined && newest !== undefined && iso > newest;
}

/** Records a whole list as shown once the page is visible, unless some of its new items are not among the first `count`. */
export function useShown(list: keyof Shown, dates: DateText[] = [], count = dates.length): void {
  const { shown } = useProxyState(lastVisit);
  const newest = dates
    .map(({ iso = '' }) => iso)
    .sort()
    .at(-1);
  const isComplete = shown !== null && !dates.slice(count).some((date) => isNewer(date, shown[list]));
  useEffect(() => {
    const record = () => {
      if (document.visibilityState === 'hidden') return;
      renewVisit();
      if (isComplete && newest) recordShown(list, newest);
    };
    record();
    document.addEventListener('visibilitychange', record);
    return () => document.removeEventListener('visibilitychange', record);
  }, [isComplete, list, newest]);
}
