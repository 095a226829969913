// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';

import { restoreDraft, submit } from '#src/api/submit.ts';
import { ApplicationForm } from '#src/pages/insider/career/application-form.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.mock('#src/api/submit.ts', () => ({ submit: vi.fn(), restoreDraft: vi.fn() }));

const vacancy = { _id: 'fitter', name: 'Fitter', type: 'Full time', createdAt: '2026-01-01T00:00:00Z' };
const typed = {
  first_name: 'Mutinta',
  last_name: 'Banda',
  email: 'mutinta@example.com',
  mobile: '+260970000000',
  description: 'I solder.',
  profile: 'https://profiles.example/mutinta',
};

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.mocked(restoreDraft).mockResolvedValue({ fields: typed, isHandedOver: false });
});

async function show(): Promise<HTMLFormElement> {
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  const form = <ApplicationForm vacancy={vacancy} isListed onDone={() => undefined} />;
  await act(async () => createRoot(place).render(form));
  const found = place.querySelector('form');
  if (found === null) throw new Error('No form');
  return found;
}

const press = (form: HTMLFormElement) => act(async () => form.requestSubmit());

test('what is being sent cannot be changed meanwhile: a correction would go with the form', async () => {
  vi.mocked(submit).mockReturnValue(new Promise(() => undefined));
  const form = await show();
  expect(form.querySelectorAll('[readonly]')).toHaveLength(0);
  await press(form);
  expect(form.querySelectorAll('[readonly]')).toHaveLength(6);
});

test('should sending itself fail, the form says so and can be pressed again', async () => {
  vi.mocked(submit).mockRejectedValue(new Error('broken'));
  const form = await show();
  await press(form);
  expect(form.querySelector('[role=alert]')?.textContent).toBe('Error 500: Server connection failed!.');
  expect(form.querySelector<HTMLButtonElement>('button')?.disabled).toBe(false);
  expect(form.querySelector<HTMLInputElement>('[name=email]')?.value).toBe(typed.email);
});
