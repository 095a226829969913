import { connectMount } from '#src/paths.ts';

/** Where the connect API is, as an address without a slash at its end. */
export const connectBase = new URL(
  import.meta.env.VITE_CONNECT_BASE || connectMount,
  location.href,
).href.replace(/\/+$/, '');
