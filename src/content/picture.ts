/** A drawing or photo; the size reserves its place before it has come. Empty `alt`: says nothing the text does not. */
export type Picture = { src: string; alt: string; width: number; height: number };
