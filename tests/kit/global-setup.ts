import { makeBuilds } from './builds.ts';
import { setup } from './temporary.ts';

/** Playwright's. */
export default async function globalSetup(): Promise<() => void> {
  const removeAll = setup();
  await makeBuilds();
  return removeAll;
}
