import { makeJourneys } from './journey.ts';
import { pageJourneys } from './page-journeys.ts';
import { webkit } from './webkit.ts';

makeJourneys(webkit, [...pageJourneys]);
