type Photo = { stem: string; width: number; height: number; widths: number[] };

/** Photos that were dropped into `src/photos/`, by the path of the drawing they take the place of. */
export const photos: Record<string, Photo> = import.meta.env.PHOTOS ?? {};
