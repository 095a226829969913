export const mediaTypes = ['press', 'blog'] as const;
export type MediaType = (typeof mediaTypes)[number];

export function isMediaType(value: unknown): value is MediaType {
  return mediaTypes.some((type) => type === value);
}
