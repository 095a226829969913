import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { subscribe } from 'valtio/vanilla';

import { pending } from '#src/state/pending.ts';

import { Alerts } from './alerts.tsx';
import { DeleteEverything } from './delete-everything.tsx';
import { Followed } from './followed.tsx';
import { HalfTypedList } from './half-typed-list.tsx';
import { type OnThisPhone, readPhone } from './on-this-phone.ts';
import { PicturesSetting } from './pictures-setting.tsx';
import { Readable } from './readable.tsx';
import { SaveArticles } from './save-articles.tsx';
import { SpaceTaken } from './space.tsx';
import { Waiting } from './waiting.tsx';

/** What is kept here; each section is a file of this folder, and all appear at once. */
export function SavedSections({ whileReading }: { whileReading: ReactNode }) {
  const [phone, setPhone] = useState<OnThisPhone>();
  const latest = useRef(0);
  const read = useCallback(() => {
    latest.current += 1;
    const mine = latest.current;
    // One that began before a change may end after the one that has seen it.
    void readPhone().then((seen) => mine === latest.current && setPhone(seen));
  }, []);
  useEffect(() => {
    read();
    return subscribe(pending, read);
  }, [read]);
  if (phone === undefined) return whileReading;
  const props = { phone, onChange: read };
  return (
    <>
      <Readable {...props} />
      <SpaceTaken {...props} />
      {phone.worker !== 'forgotten' && <SaveArticles {...props} />}
      <PicturesSetting />
      <Waiting />
      <HalfTypedList {...props} />
      <Followed {...props} />
      <Alerts {...props} />
      <DeleteEverything {...props} />
    </>
  );
}
