import { keptKinds } from './kept-kinds.ts';

/** What is kept here, as the page shows it. Read at once, so that its sections appear together and move nothing. */
export type OnThisPhone = {
  /** In the order of the table; `undefined`: the device does not say. */
  counts: (number | undefined)[];
};

export type SavedSectionProps = {
  phone: OnThisPhone;
  /** Call it after a change of what is kept: all is read anew. */
  onChange: () => void;
};

export async function readPhone(): Promise<OnThisPhone> {
  const counts = await Promise.all(keptKinds.map(({ count, name }) => quietly(name, count)));
  return { counts };
}

/** Where storage is refused the page says so, and shows the rest. */
async function quietly<T>(what: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    console.warn(`${what}: cannot be read here.`, error);
    return undefined;
  }
}
