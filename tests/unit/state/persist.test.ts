// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
  vi.restoreAllMocks();
});

const freshState = () => import('#src/state/persist.ts');

test('each action is written under the library namespace', async () => {
  const state = await freshState();
  state.restoreState();
  state.setUser({ name: 'Mutinta' });
  state.setSession('s1');
  expect(JSON.parse(localStorage.valtio_auth)).toEqual({ isAuthenticated: true, user: { name: 'Mutinta' } });
  expect(JSON.parse(localStorage.valtio_app)).toEqual({ session: 's1' });
});

test('what was stored comes back, and the flag follows the user', async () => {
  localStorage.valtio_auth = JSON.stringify({ isAuthenticated: false, user: { name: 'Mutinta' } });
  localStorage.valtio_app = JSON.stringify({ session: 7 });
  const state = await freshState();
  state.restoreState();
  expect(state.auth).toEqual({ isAuthenticated: true, user: { name: 'Mutinta' } });
  expect(state.app.session).toBe(7);
});

test.each(['', '{', '"text"', '[]', '42', 'null', '{"other":1}', '<script>'])(
  'foreign content %s leaves the defaults',
  async (content) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    localStorage.valtio_auth = content;
    localStorage.valtio_app = content;
    const state = await freshState();
    state.restoreState();
    expect(state.auth).toEqual({ isAuthenticated: false, user: false });
    expect(state.app).toEqual({ session: null });
  },
);

test('without storage the state still works, and a warning says what it cannot keep', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const state = await freshState();
  state.restoreState();
  state.setUser('x');
  expect(state.auth.isAuthenticated).toBe(true);
  expect(warn).toHaveBeenCalledWith(
    expect.stringContaining('valtio_auth cannot be stored'),
    expect.anything(),
  );
});

test('a refusal to install is remembered', async () => {
  const first = await freshState();
  first.restoreState();
  first.dismissInstall();
  vi.resetModules();
  const second = await freshState();
  expect(second.install.dismissed, 'before the first render').toBe(false);
  second.restoreState();
  expect(second.install.dismissed).toBe(true);
});
