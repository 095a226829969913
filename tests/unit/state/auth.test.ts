import { beforeEach, expect, test } from 'vitest';

import { app, auth, setSession, setUser, unsetUser } from '#src/state/persist.ts';

beforeEach(unsetUser);

test('nobody is authenticated at first', () => {
  expect(auth).toEqual({ isAuthenticated: false, user: false });
});

test.each([[null], [undefined], [{}], [[]], [''], ['   '], [false]])(
  'an empty payload %j counts as nobody',
  (payload) => {
    setUser({ id: 1 });
    setUser(payload);
    expect(auth.isAuthenticated).toBe(false);
  },
);

test.each([[{ id: 1 }], ['token'], [['admin']]])('a payload %j authenticates', (payload) => {
  setUser(payload);
  expect(auth).toEqual({ isAuthenticated: true, user: payload });
});

test('unsetting the user goes back to the beginning', () => {
  setUser({ id: 1 });
  unsetUser();
  expect(auth).toEqual({ isAuthenticated: false, user: false });
});

test('a session can be set and taken away', () => {
  setSession({ token: 'x' });
  expect(app.session).toEqual({ token: 'x' });
  setSession(null);
  expect(app.session).toBeNull();
});
