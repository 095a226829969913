// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';

import { readOpenVacancies } from '#src/api/answers.ts';
import { useApplying } from '#src/pages/insider/career/use-applying.tsx';
import { applyPath } from '#src/paths.ts';

const [code, fetching] = [Promise.withResolvers<() => null>(), vi.fn()];
vi.mock('#src/pages/insider/career/apply-chunk.ts', () => ({
  applyChunk: { load: () => code.promise, value: () => undefined },
}));

const vacancy = readOpenVacancies([
  { _id: 'fitter', name: 'Fitter', type: '', createdAt: '', description: '' },
])[0];

function Page() {
  const { apply, form } = useApplying({ listed: undefined });
  return (
    <>
      <button type="button" onClick={() => vacancy && apply(vacancy)}>
        Apply Now
      </button>
      {form}
    </>
  );
}

async function pressApply() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', fetching);
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () => root.render(<Page />));
  await act(async () => place.querySelector('button')?.click());
  return place;
}

test('a press on "Apply Now" whose code neither comes nor fails is answered after a while', async () => {
  fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const place = await pressApply();
  await act(() => vi.advanceTimersByTimeAsync(7_000));
  expect(fetching).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(fetching.mock.calls.map(([address]) => address)).toEqual([applyPath('fitter')]);
  expect(place.querySelector('dialog[open]')?.textContent).toContain('The form could not be loaded');
});

test('a form that comes after all is not taken away again', async () => {
  const answer = Promise.withResolvers<Response>();
  fetching.mockReturnValueOnce(answer.promise);
  const assign = vi.fn();
  await pressApply();
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  await act(async () => code.resolve(() => null));
  vi.stubGlobal('location', { assign });
  await act(async () => answer.resolve(new Response()));
  expect(assign).not.toHaveBeenCalled();
});
