/** The ordered texts for errors of the connect API. */
export const noResponseText = 'Error 500: Server connection failed!.';
export const unauthorizedText = 'Invalid Email address or password!';
export const otherErrorText = 'Error 446: Something went wrong!.';
