/** Optional features of a connect API, listed by `GET features`. */
export const features = ['status', 'alerts', 'enquiries', 'files'] as const;

export type Feature = (typeof features)[number];

export function parseFeatures(payload: unknown): Feature[] {
  return Array.isArray(payload) ? features.filter((feature) => payload.includes(feature)) : [];
}
