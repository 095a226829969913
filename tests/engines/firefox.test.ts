import { firefox } from './firefox.ts';
import { makeJourneys } from './journey.ts';
import { pageJourneys } from './page-journeys.ts';

makeJourneys(firefox, [...pageJourneys]);
