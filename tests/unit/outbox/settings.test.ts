import { expect, test } from 'vitest';

import {
  answered,
  type Device,
  newSettings,
  stateOf,
  topicTransitions,
  wantedBy,
} from '#src/outbox/settings.ts';

import { arrowsOf, drawnIn } from '../../kit/mermaid.ts';
import { newRecord } from './records.ts';

const followed = (id: string, news = true) =>
  newRecord({ id, kind: 'apply', state: 'followed', secret: id, news, fields: {} });
const own = followed('a');
const withOwn = { vacancies: false, applications: ['a', 'b'] };
const without = { vacancies: false, applications: ['b'] };
const declaredAs = (topics: typeof without, refused: string[] = []) => ({
  ...{ ...topics, refused, number: 1, at: 0 },
});

const wish = (device: Device, news: boolean) => ({ ...device, all: [followed('a', news), followed('b')] });

/** The server answers what was declared last. */
function answer(device: Device, number = 2, accepted = device.settings?.unanswered?.at(-1)): Device {
  const { settings, endpoint } = device;
  if (!settings || !accepted || !endpoint) return device;
  const wanted = wantedBy(wish(device, settings.unanswered?.at(-1) === withOwn));
  const said = { ...accepted, number, publicKey: '' };
  return { ...device, settings: answered(settings, said, { number, wanted, endpoint }, 0) };
}

const events: Record<string, (device: Device) => Device> = {
  'turn-on': (device) => wish(device, true),
  'turn-off': (device) => wish(device, false),
  answer,
  'answer without it': (device) => answer(device, 2, device.settings?.unanswered && without),
  'subscription-lost': (device) => ({ ...device, endpoint: undefined }),
  'subscription-lost for another': (device) => ({ ...device, endpoint: device.endpoint && 'e2' }),
  'no-permission': (device) => ({ ...wish(device, false), settings: newSettings, endpoint: undefined }),
};

/** All that may be known of news about one application, while news about another is wanted too. */
const devices = [true, false].flatMap((news) =>
  [undefined, 'e1', 'e2'].flatMap((endpoint) =>
    [undefined, declaredAs(withOwn), declaredAs(without), declaredAs(without, ['a'])].flatMap((declared) =>
      [undefined, [withOwn], [without], [withOwn, without], [without, withOwn]].map((unanswered) => {
        const settings = { ...newSettings, number: 2, declared, unanswered, endpoint: declared && 'e1' };
        return wish({ settings, all: [], endpoint }, news);
      }),
    ),
  ),
);

const arrows = topicTransitions.flatMap(([all, event, to]) => all.map((from) => [from, event, to] as const));

test('the diagram of what a device wants is the table in the code', () => {
  expect(drawnIn('server/devices/README.md')).toEqual(arrowsOf(arrows));
});

test('each event leads where the table of what a device wants says, and nowhere else', () => {
  const found = Object.entries(events).flatMap(([event, next]) =>
    devices.map(
      (device) => [stateOf(device, own), event.split(' ')[0] ?? '', stateOf(next(device), own)] as const,
    ),
  );
  const changes = found.filter(([from, , to]) => from !== to);
  expect([...new Set(arrowsOf(changes))]).toEqual(arrowsOf(arrows.filter(([from, , to]) => from !== to)));
});

test('the answer to a declaration does not confirm a later one', () => {
  const settings = { ...newSettings, number: 2, unanswered: [withOwn, without] };
  expect(stateOf(answer(wish({ settings, all: [], endpoint: 'e1' }, true), 1, withOwn), own)).toBe(
    'starting',
  );
});
