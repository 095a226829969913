import { useState } from 'react';

/** What a press does, one at a time. `work` resolves to a message for the visitor; empty if there is nothing to say. */
export function usePress<Args extends unknown[]>(work: (...args: Args) => Promise<string>) {
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState('');
  async function press(...args: Args): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setMessage('');
    setMessage(await work(...args).finally(() => setIsBusy(false)));
  }
  return { isBusy, message, press };
}
