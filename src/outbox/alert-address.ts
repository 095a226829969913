import { get, promisifyRequest } from 'idb-keyval';

import { openDatabase } from './database.ts';

/** Where this browser is told of new vacancies. `isOff`: the service does not know yet that it is to forget it. */
export type AlertAddress = {
  endpoint: string;
  kinds: string[];
  publicKey: string;
  /** When the service took it; 0 where it may not have. */
  sentAt: number;
  isOff?: true;
};

const database = openDatabase('hcs-alerts', 'relaxed');
const name = 'address';

export function isOn(known: AlertAddress | undefined): known is AlertAddress {
  return known !== undefined && known.isOff === undefined;
}

export function readAddress(): Promise<AlertAddress | undefined> {
  return get<AlertAddress>(name, database);
}

/** In one transaction, so that no other tab writes in between; undefined removes it. Gives what is kept then. */
export function changeAddress(
  change: (known: AlertAddress | undefined) => AlertAddress | undefined,
): Promise<AlertAddress | undefined> {
  return database('readwrite', (store) => {
    let next: AlertAddress | undefined;
    const reading = store.get(name);
    reading.onsuccess = () => {
      next = change(reading.result as AlertAddress | undefined);
      if (next === undefined) store.delete(name);
      else store.put(next, name);
    };
    return promisifyRequest(store.transaction).then(() => next);
  });
}
