import { connectMount } from '#src/paths.ts';

/** Base URL of the connect API, without a trailing slash. */
export const connectBase = (import.meta.env.VITE_CONNECT_BASE || connectMount).replace(/\/+$/, '');
