import { connectMount } from '#src/server-paths.ts';

/** Absolute URL of the connect API, without a trailing slash. */
export const connectBase = new URL(
  import.meta.env.VITE_CONNECT_BASE || connectMount,
  location.href,
).href.replace(/\/$/, '');
