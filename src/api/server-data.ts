import { createContext } from 'react';

/** Data of the connect API contained in the HTML, by call, for the first render. */
export const ServerDataContext = createContext<Record<string, unknown>>({});
