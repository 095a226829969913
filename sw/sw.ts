/** The service worker's table of contents: what it answers and when it wakes. Each part is in its own file. */

import { forgetWhenTold } from './forgetting.ts';
import { precacheSite } from './install.ts';
import { keepWhenAsked, sayCostWhenAsked } from './keep.ts';
import { sendOutboxOnSync } from './outbox-sync.ts';
import { servePages } from './pages.ts';
import { tellOfVacancies } from './push.ts';
import { serveConnectReads, serveImages } from './runtime-caches.ts';
import { countTraffic } from './traffic.ts';
import { takeOverWhenAsked } from './update.ts';

precacheSite();
servePages();
serveConnectReads();
serveImages();

keepWhenAsked();
forgetWhenTold();
sayCostWhenAsked();
sendOutboxOnSync();
tellOfVacancies();
takeOverWhenAsked();
countTraffic();
