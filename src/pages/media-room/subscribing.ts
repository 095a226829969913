/** What the newsletter's form needs once somebody types into it, in one chunk. */
export { submit } from '#src/connect/submit.ts';
export { validateSubscription } from '#src/contract/subscription.ts';

export { SubscribeThanks } from './subscribe-thanks.tsx';
