import { expect, test } from 'vitest';

import { localValue, spokenMoment, spokenWeekday } from '#server/lib/local-time.ts';
import { deviceOf } from '#server/office/access-page.tsx';

test.each([
  ['2026-11-22T22:05:00.000Z', 'today, 00:05'],
  ['2026-11-22T21:59:00.000Z', '22 November, 23:59'],
  ['2026-11-24T12:05:00.000Z', 'tomorrow, 14:05'],
  ['2025-12-31T21:59:00.000Z', '31 December 2025, 23:59'],
])('%s is written as "%s"', (time, words) => {
  expect(spokenMoment(new Date(time), new Date('2026-11-23T12:00:00.000Z'))).toBe(words);
});

test("a weekday and a field's value are in Lusaka time", () => {
  const moment = new Date('2026-11-22T22:05:00.000Z');
  expect(spokenWeekday(moment, moment)).toBe('Monday, 23 November');
  expect(localValue(moment)).toBe('2026-11-23T00:05');
});

const webkit = 'AppleWebKit/537.36 Chrome/140.0.0.0';

test.each([
  [`(Linux; Android 10; K) ${webkit} Mobile Safari/537.36`, 'Chrome on an Android phone'],
  ['(Android 13; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on an Android phone'],
  ['(iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on an iPhone'],
  [`(Windows NT 10.0; Win64; x64) ${webkit} Safari/537.36 Edg/140.0`, 'Edge on a Windows computer'],
  ['', 'A browser on an unknown device'],
])('the browser with "%s" is recognised', (agent, name) => {
  expect(deviceOf(`Mozilla/5.0 ${agent}`)).toBe(name);
});
