/** Registers the service worker's routes and event handlers. */

import { serveConnectReads } from './connect-cache.ts';
import { serveImages } from './images.ts';
import { keepWhenAsked } from './keep.ts';
import { sendOutboxOnSync } from './outbox-sync.ts';
import { servePages } from './pages.ts';
import { installSite } from './precache.ts';
import { tellOfVacancies } from './push.ts';

installSite();
servePages();
serveConnectReads();
serveImages();

keepWhenAsked();
sendOutboxOnSync();
tellOfVacancies();
