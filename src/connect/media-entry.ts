import type { MediaType } from '#src/contract/media.ts';

/** When something was published: for people, and in ISO 8601 for machines; empty where nobody knows. */
export type Moment = { text: string; iso?: string };

/** A press release or blog post as lists show and search it. */
export type MediaEntry = {
  id: string;
  title: string;
  image: string | undefined;
  date: Moment;
  /** The words of the description; `isCut` when only their beginning came with the html. */
  text: string;
  isCut?: boolean;
  type: MediaType | undefined;
};

/** One press release or blog post with its body. */
export type Article = {
  id: string;
  title: string;
  image: string | undefined;
  date: Moment;
  /** As the provider sent it: to be sanitised before it is shown. */
  html: string;
  /** The beginning of the text; empty where there is none. */
  summary: string;
  minutesToRead: number;
  type: MediaType | undefined;
};
