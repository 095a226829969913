// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';

import { company } from '#src/words/site.ts';

type Place = { lat: number; lng: number };

const { office } = company;
const place = { lat: office.lat, lng: office.lng };

afterEach(() => void vi.unstubAllGlobals());

/** Stands in for the part of Google's library that the map and its clusterer use; records the calls. */
function standInForMaps() {
  const calls: [name: string, argument: unknown][] = [];
  class Listening {
    listeners = new Map<string, () => void>();
    addListener = (name: string, act: () => void) => void this.listeners.set(name, act);
    click = () => this.listeners.get('click')?.();
  }
  class FakeMap extends Listening {
    constructor() {
      super();
      made.map = this;
    }
    fitBounds = ({ places }: LatLngBounds) => calls.push(['fitBounds', places]);
    setZoom = (zoom: number) => calls.push(['setZoom', zoom]);
    panTo = (to: Place) => calls.push(['panTo', to]);
    getZoom = () => 22;
    getProjection = () => undefined;
  }
  class Marker extends Listening {
    constructor(options: { position: Place; title: string }) {
      super();
      made.marker = this;
      calls.push(['Marker', options]);
    }
    setMap() {}
  }
  class InfoWindow {
    content?: HTMLElement;
    setContent = (content: HTMLElement) => Object.assign(this, { content });
    open = () => document.body.append(this.content ?? '');
    close = () => this.content?.remove();
  }
  class LatLngBounds {
    places: Place[] = [];
    extend = (one: Place) => this.places.push(one);
  }
  class OverlayView {}
  Object.assign(OverlayView.prototype, { setMap() {}, getMap() {}, getProjection() {} });
  const made: { map?: FakeMap; marker?: Marker } = {};
  const event = { addListenerOnce: (_map: unknown, _name: string, act: () => void) => act(), trigger() {} };
  const all = { Map: FakeMap, Marker, InfoWindow, LatLngBounds, OverlayView, event };
  vi.stubGlobal('google', { maps: { ...all, importLibrary: async () => all } });
  return { calls, made };
}

test('the map shows the office, whose marker opens a popup that a click on the map closes', async () => {
  for (const level of ['info', 'log', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined);
  const { calls, made } = standInForMaps();
  const { drawMap } = await import('#src/pages/contact/draw-map.ts');
  await drawMap(document.createElement('div'), [office]);
  expect(Object.fromEntries(calls)).toEqual({
    Marker: { position: place, title: office.label },
    fitBounds: [place],
    setZoom: 16,
  });
  made.marker?.click();
  expect(calls.at(-1)).toEqual(['panTo', place]);
  expect(document.querySelector('.map-popup')?.textContent).toBe(office.label + office.address);
  made.map?.click();
  expect(document.querySelector('.map-popup')).toBeNull();
});
