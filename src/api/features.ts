import type { Feature } from '#src/contract/features.ts';
import { connectCalls } from '#src/paths.ts';

import { useConnect } from './use-connect.ts';

/** Whether the connect API can do this; no answer counts as no. Asks on use: nothing of it belongs to a first view. */
export function useFeature(feature: Feature): boolean {
  const { data = [] } = useConnect(connectCalls.features, ({ getFeatures }) => getFeatures);
  return data.includes(feature);
}
