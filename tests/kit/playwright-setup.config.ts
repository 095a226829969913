import { makeBuilds } from './builds.ts';
import { setup } from './temporary.ts';

export default async function globalSetup(): Promise<() => Promise<void>> {
  const removeAll = await setup();
  await makeBuilds();
  return removeAll;
}
