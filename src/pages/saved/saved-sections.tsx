import { type ReactNode, useCallback, useEffect, useState } from 'react';

import { Alerts } from './alerts.tsx';
import { DeleteEverything } from './delete-everything.tsx';
import { type OnThisPhone, readPhone } from './on-this-phone.ts';
import { Waiting } from './waiting.tsx';

/** What is kept here; each section is a file of this folder, and all appear at once. */
export function SavedSections({ whileReading }: { whileReading: ReactNode }) {
  const [phone, setPhone] = useState<OnThisPhone>();
  const read = useCallback(() => void readPhone().then(setPhone), []);
  useEffect(read, [read]);
  if (phone === undefined) return whileReading;
  return (
    <>
      <Waiting />
      <Alerts />
      <DeleteEverything phone={phone} onChange={read} />
    </>
  );
}
