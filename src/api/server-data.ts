import { createContext } from 'react';

/** The connect API's data in the HTML, by call, for the first render. */
export const ServerDataContext = createContext<Record<string, unknown>>({});
