/** What only some connect APIs can do; the payload of `GET features` names them. */
const features = ['status', 'alerts'] as const;

export type Feature = (typeof features)[number];

export function readFeatures(payload: unknown): Feature[] {
  return Array.isArray(payload) ? features.filter((feature) => payload.includes(feature)) : [];
}
