import { connectMount } from '#src/paths.ts';

/** Where the connect API is; no slash at the end. */
export const connectBase = (import.meta.env.VITE_CONNECT_BASE || connectMount).replace(/\/+$/, '');
