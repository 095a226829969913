import { get } from 'idb-keyval';

import { changeValue, openDatabase } from './database.ts';

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

/** Undefined removes it. Gives what is kept then. */
export function changeAddress(
  change: (known: AlertAddress | undefined) => AlertAddress | undefined,
): Promise<AlertAddress | undefined> {
  return changeValue(database, name, change);
}
