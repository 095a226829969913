/// <reference types="vite/client" />

type ImportMetaEnv = {
  readonly SITE_URL: string;
  readonly BUILD_YEAR: number;
  /** Its beginning, in milliseconds. */
  readonly BUILD_DAY: number;
  /** The logo as a data URL. */
  readonly LOGO: string;
  /** Written by server/build/photos.ts from src/photos/. */
  readonly PHOTOS?: Record<string, { stem: string; width: number; height: number; widths: number[] }>;
  readonly VITE_CONNECT_BASE?: string;
  readonly VITE_GOOGLE_MAPS_KEY?: string;
  readonly VITE_GOOGLE_MAPS_LANGUAGE?: string;
  readonly VITE_GOOGLE_MAPS_REGION?: string;
  readonly VITE_GOOGLE_MAPS_VERSION?: string;
  readonly VITE_GOOGLE_MAPS_LIBRARIES?: string;
  readonly VITE_GOOGLE_MAPS_MAP_ID?: string;
};
