/** The service worker's table of contents: what it answers and when it wakes. Each part is in its own file. */
import { sendOutboxOnSync } from './outbox-sync.ts';
import { answerUnknownPages, servePages } from './pages.ts';
import { keepPageAtHand, precacheSite } from './precache.ts';
import { serveConnectReads, serveImages } from './runtime-caches.ts';
import { takeOverWhenAsked } from './update.ts';

precacheSite();
servePages();
serveConnectReads();
serveImages();
answerUnknownPages();

keepPageAtHand();
sendOutboxOnSync();
takeOverWhenAsked();
