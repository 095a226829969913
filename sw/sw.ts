/** Registers the service worker's routes and event handlers. */

import { serveConnectReads } from './connect-cache.ts';
import { serveImages } from './images.ts';
import { sendOutboxOnSync } from './outbox-sync.ts';
import { handlePageMessages } from './page-messages.ts';
import { servePages } from './pages.ts';
import { installSite } from './precache.ts';
import { handlePushes } from './push.ts';

installSite();
servePages();
serveConnectReads();
serveImages();

handlePageMessages();
sendOutboxOnSync();
handlePushes();
