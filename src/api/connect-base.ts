import { connectMount } from '#src/server-paths.ts';

/** Base URL of the connect API, without a trailing slash. */
export const connectBase = (import.meta.env.VITE_CONNECT_BASE || connectMount).replace(/\/+$/, '');

/** The absolute URL of a call: the worker's messages and the caches name it so. */
export const callUrl = (call: string) => new URL(connectBase + call, location.href).href;
