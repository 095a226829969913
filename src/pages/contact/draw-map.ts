import { importLibrary, setOptions } from '@googlemaps/js-api-loader';
import { MarkerClusterer } from '@googlemaps/markerclusterer';

type Place = { label: string; address: string; lat: number; lng: number };

/** Zooming in further would show only a roof. */
const closestZoom = 16;
const env = import.meta.env;
const mapId = env.VITE_GOOGLE_MAPS_MAP_ID;
/** Allows for slow mobile networks. */
const loadTimeoutMs = 20_000;

// The loader accepts its options only once.
setOptions({
  key: env.VITE_GOOGLE_MAPS_KEY,
  v: env.VITE_GOOGLE_MAPS_VERSION || 'weekly',
  ...(env.VITE_GOOGLE_MAPS_LANGUAGE && { language: env.VITE_GOOGLE_MAPS_LANGUAGE }),
  ...(env.VITE_GOOGLE_MAPS_REGION && { region: env.VITE_GOOGLE_MAPS_REGION }),
  ...(env.VITE_GOOGLE_MAPS_LIBRARIES && { libraries: env.VITE_GOOGLE_MAPS_LIBRARIES.split(',') }),
});

type Maps = Awaited<ReturnType<typeof loadMaps>>;

export async function drawMap(element: HTMLElement, places: readonly Place[]): Promise<void> {
  const maps = await loadMaps();
  const [first] = places;
  const map = new maps.Map(element, {
    center: first && { lat: first.lat, lng: first.lng },
    zoom: closestZoom,
    ...(mapId && { mapId }),
  });
  const popup = new maps.InfoWindow();
  const markers = places.map((place) => {
    const marker = markerOf(maps, place);
    marker.addListener('click', () => {
      map.panTo({ lat: place.lat, lng: place.lng });
      popup.setContent(popupContent(place));
      popup.open({ map, anchor: marker });
    });
    return marker;
  });
  map.addListener('click', () => popup.close());
  new MarkerClusterer({ map, markers });
  fitTo(map, places);
}

function markerOf(maps: Maps, { lat, lng, label }: Place) {
  const options = { position: { lat, lng }, title: label };
  // Advanced markers require a map id.
  return mapId
    ? new maps.AdvancedMarkerElement({ ...options, gmpClickable: true })
    : new maps.Marker(options);
}

function fitTo(map: google.maps.Map, places: readonly Place[]): void {
  const bounds = new google.maps.LatLngBounds();
  for (const { lat, lng } of places) bounds.extend({ lat, lng });
  google.maps.event.addListenerOnce(map, 'idle', () => {
    if ((map.getZoom() ?? 0) > closestZoom) map.setZoom(closestZoom);
  });
  map.fitBounds(bounds);
}

function popupContent({ label, address }: Place): HTMLElement {
  const name = document.createElement('strong');
  name.textContent = label;
  const street = document.createElement('p');
  street.textContent = address;
  const box = document.createElement('div');
  box.className = 'map-popup';
  box.append(name, street);
  return box;
}

/** Can be called again after a failure. */
async function loadMaps() {
  const [maps, markers] = await Promise.race([
    Promise.all([importLibrary('maps'), importLibrary('marker'), importLibrary('core')]),
    rejectAfterTimeout(),
  ]);
  return { ...maps, ...markers };
}

function rejectAfterTimeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('The maps service did not answer in time.')), loadTimeoutMs);
  });
}
