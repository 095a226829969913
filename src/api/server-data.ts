import { createContext } from 'react';

/** Connect answers by call that came with the html; the first render shows them without a fetch. */
export const ServerDataContext = createContext<Record<string, unknown>>({});
