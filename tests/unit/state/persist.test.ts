// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
  vi.spyOn(console, 'warn').mockReturnValue();
});

afterEach(() => void vi.restoreAllMocks());

/** The state of a page that has just been opened. */
async function openPage() {
  const { restoreState } = await import('#src/state/persist.ts');
  restoreState();
  return import('#src/state/visitor.ts');
}

test('only a payload that is not empty makes a user', async () => {
  const { auth, setUser } = await openPage();
  const isUser = (payload: unknown) => {
    setUser({ id: 7 });
    setUser(payload);
    return auth.isAuthenticated;
  };
  const users = [{ id: 1 }, 'token', ['admin']];
  expect([...users, null, undefined, {}, [], '   ', false].filter(isUser)).toEqual(users);
});

test("each action is stored under the library's namespace and restored in the next page", async () => {
  const { setUser, setSession } = await openPage();
  setUser({ name: 'Mutinta' });
  setSession('s1');
  expect(JSON.parse(localStorage.valtio_auth)).toEqual({ isAuthenticated: true, user: { name: 'Mutinta' } });
  expect(JSON.parse(localStorage.valtio_app)).toEqual({ session: 's1' });
  // The flag is derived from the stored user.
  localStorage.valtio_auth = JSON.stringify({ isAuthenticated: false, user: { name: 'Mutinta' } });
  vi.resetModules();
  const { auth, app, unsetUser } = await openPage();
  expect([auth, app]).toEqual([{ isAuthenticated: true, user: { name: 'Mutinta' } }, { session: 's1' }]);
  unsetUser();
  expect(JSON.parse(localStorage.valtio_auth)).toEqual({ isAuthenticated: false, user: false });
});

test.each([undefined, '', '{', '"text"', '[]', '42', 'null', '{"other":1}'])(
  'foreign content (%s) leaves the defaults',
  async (content) => {
    if (content !== undefined) Object.assign(localStorage, { valtio_auth: content, valtio_app: content });
    const { auth, app } = await openPage();
    expect([auth, app]).toEqual([{ isAuthenticated: false, user: false }, { session: null }]);
  },
);

test('without storage the state still works, and a warning names the state that is not stored', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const { auth, setUser } = await openPage();
  setUser('x');
  expect(auth.isAuthenticated).toBe(true);
  const said = expect.stringContaining('valtio_auth cannot be stored');
  expect(console.warn).toHaveBeenCalledWith(said, expect.anything());
});

test('a dismissed installation offer is remembered, but not yet known at the first render', async () => {
  (await openPage()).dismissInstall();
  vi.resetModules();
  const { restoreState } = await import('#src/state/persist.ts');
  const { install } = await import('#src/state/visitor.ts');
  expect(install.dismissed).toBe(false);
  restoreState();
  expect(install.dismissed).toBe(true);
});
