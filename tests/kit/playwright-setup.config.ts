import { makeBuilds } from './builds.ts';
import { setup } from './temporary.ts';

/** Playwright's. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const removeAll = await setup();
  await makeBuilds();
  return removeAll;
}
