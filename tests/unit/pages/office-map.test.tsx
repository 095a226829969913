// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

test('a build without a maps key says nothing about a map, neither in its html nor later', async () => {
  vi.stubEnv('VITE_GOOGLE_MAPS_KEY', '');
  const { OfficeMap } = await import('#src/pages/contact/office-map.tsx');
  const place = document.createElement('div');
  await act(async () => createRoot(place).render(<OfficeMap />));
  expect(place.querySelector('[role=status]')).toBeNull();
  expect(place.querySelector('img')).not.toBeNull();
});
