import { importLibrary, setOptions } from '@googlemaps/js-api-loader';

const env = import.meta.env;
const patienceMs = 20_000;

let hasOptions = false;

/** The maps service; after a failure it may be asked again. The loader takes its options once only. */
export async function loadMaps() {
  if (!hasOptions) {
    setOptions({
      key: env.VITE_GOOGLE_MAPS_KEY,
      v: env.VITE_GOOGLE_MAPS_VERSION || 'weekly',
      ...(env.VITE_GOOGLE_MAPS_LANGUAGE && { language: env.VITE_GOOGLE_MAPS_LANGUAGE }),
      ...(env.VITE_GOOGLE_MAPS_REGION && { region: env.VITE_GOOGLE_MAPS_REGION }),
      ...(env.VITE_GOOGLE_MAPS_LIBRARIES && { libraries: env.VITE_GOOGLE_MAPS_LIBRARIES.split(',') }),
    });
    hasOptions = true;
  }
  const [maps, markers] = await Promise.race([
    Promise.all([importLibrary('maps'), importLibrary('marker'), importLibrary('core')]),
    untilTooLate(),
  ]);
  return { ...maps, ...markers };
}

/** A connection that hangs tells nobody. */
function untilTooLate(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('The maps service did not answer in time.')), patienceMs);
  });
}
