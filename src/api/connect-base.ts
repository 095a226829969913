import { connectMount } from '#src/server-paths.ts';

/** Base URL of the connect API, without a trailing slash. */
export const connectBase = (import.meta.env.VITE_CONNECT_BASE || connectMount).replace(/\/$/, '');

/** A call's absolute URL, as used in the worker's messages and in the caches. */
export const callUrl = (call: string) => new URL(connectBase + call, location.href).href;
