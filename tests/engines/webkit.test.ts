import { applicationJourneys } from './application-journeys.ts';
import { makeJourneys } from './journey.ts';
import { offlineJourneys } from './offline-journeys.ts';
import { pageJourneys } from './page-journeys.ts';
import { statusJourneys } from './status-journeys.ts';
import { webkit } from './webkit.ts';

makeJourneys(webkit, [...pageJourneys, ...applicationJourneys, ...offlineJourneys, ...statusJourneys]);
