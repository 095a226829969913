import { createContext } from 'react';

/** Connect data in the HTML, by call, for the first render. */
export const ServerDataContext = createContext<Record<string, unknown>>({});
