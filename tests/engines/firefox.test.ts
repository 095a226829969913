import { applicationJourneys } from './application-journeys.ts';
import { bundleJourneys } from './bundle-journeys.ts';
import { firefox } from './firefox.ts';
import { makeJourneys } from './journey.ts';
import { offlineJourneys } from './offline-journeys.ts';
import { pageJourneys } from './page-journeys.ts';
import { savedJourneys } from './saved-journeys.ts';
import { statusJourneys } from './status-journeys.ts';

makeJourneys(firefox, [
  ...pageJourneys,
  ...applicationJourneys,
  ...offlineJourneys,
  ...bundleJourneys,
  ...savedJourneys,
  ...statusJourneys,
]);
