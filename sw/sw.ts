/** The service worker's table of contents: what it answers and when it wakes. Each part is in its own file. */
import { keepWhenAsked, sayCostWhenAsked } from './keep.ts';
import { sendOutboxOnSync } from './outbox-sync.ts';
import { servePages } from './pages.ts';
import { precacheSite } from './precache.ts';
import { serveConnectReads, serveImages } from './runtime-caches.ts';
import { takeOverWhenAsked } from './update.ts';

precacheSite();
servePages();
serveConnectReads();
serveImages();

keepWhenAsked();
sayCostWhenAsked();
sendOutboxOnSync();
takeOverWhenAsked();
