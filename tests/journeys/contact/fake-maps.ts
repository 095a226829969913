type Place = { lat: number; lng: number };
type Act = () => void;
type FakeMap = { element: HTMLElement };

/** What the page asked the maps service for, in order. */
export type MapCall = [name: string, argument: unknown];

declare global {
  interface Window {
    mapCalls: MapCall[];
  }
}

/** Runs in the page in place of Google's script; it must not use anything from outside itself. */
function fakeMaps(): void {
  const calls: MapCall[] = [];
  window.mapCalls = calls;
  const addButton = (parent: HTMLElement, text: string, act: Act) => {
    const button = document.createElement('button');
    button.textContent = text;
    button.onclick = act;
    parent.append(button);
  };
  class Listening {
    listeners = new globalThis.Map<string, Act>();
    addListener(name: string, act: Act) {
      this.listeners.set(name, act);
      return { remove() {} };
    }
  }
  class PlainMap extends Listening {
    element: HTMLElement;
    constructor(element: HTMLElement, options: { center: Place }) {
      super();
      calls.push(['map', options.center]);
      this.element = element;
      addButton(element, 'Empty part of the map', () => this.listeners.get('click')?.());
    }
    panTo = (place: Place) => calls.push(['panTo', place]);
    fitBounds = (bounds: { places: Place[] }) => calls.push(['fitBounds', bounds.places]);
    getProjection = () => ({});
    getZoom = () => 22;
    setZoom = (zoom: number) => calls.push(['setZoom', zoom]);
  }
  class Marker extends Listening {
    options: { position: Place; title: string };
    isShown = false;
    constructor(options: { position: Place; title: string }) {
      super();
      this.options = options;
    }
    setMap(map: FakeMap | null) {
      if (map === null || this.isShown) return;
      this.isShown = true;
      addButton(map.element, this.options.title, () => this.listeners.get('click')?.());
    }
    getPosition = () => new LatLng(this.options.position);
    getVisible = () => true;
  }
  class InfoWindow {
    content: HTMLElement | undefined;
    box: HTMLElement | undefined;
    setContent(content: HTMLElement) {
      this.content = content;
    }
    open({ map }: { map: FakeMap }) {
      this.close();
      this.box = document.createElement('section');
      if (this.content) this.box.append(this.content);
      addButton(this.box, 'Close popup', () => this.close());
      map.element.append(this.box);
    }
    close() {
      this.box?.remove();
    }
  }
  class LatLng {
    place: Place;
    constructor(place: Place) {
      this.place = place;
    }
    lat = () => this.place.lat;
    lng = () => this.place.lng;
  }
  class OverlayView {
    map?: unknown;
    onAdd?: Act;
  }
  // The clusterer copies what it finds by `for ... in`, where methods of a class do not show.
  Object.assign(OverlayView.prototype, {
    setMap(this: OverlayView, map: unknown) {
      this.map = map;
      this.onAdd?.();
    },
    getMap(this: OverlayView) {
      return this.map;
    },
    getProjection: () => undefined,
  });
  class LatLngBounds {
    places: Place[] = [];
    extend(place: Place) {
      this.places.push(place);
    }
  }
  const event = {
    addListener: (target: Listening, name: string, act: Act) => target.addListener(name, act),
    addListenerOnce: (_target: Listening, _name: string, act: Act) => setTimeout(act),
    removeListener() {},
    trigger() {},
  };
  const all = { Map: PlainMap, Marker, InfoWindow, OverlayView, LatLng, LatLngBounds, event };
  const maps = Reflect.get(Reflect.get(window, 'google'), 'maps');
  Object.assign(maps, all, { importLibrary: async () => all });
  Reflect.get(maps, '__ib__')();
}

export const fakeMapsScript = `(${String(fakeMaps)})()`;
