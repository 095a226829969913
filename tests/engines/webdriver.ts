/** The few commands of W3C WebDriver that the journeys need: https://www.w3.org/TR/webdriver2/ */
import type { Key, Tab, Target } from './browser.ts';
import { lookFor } from './look-for.ts';

export type Session = { version: string; tab: Tab; end: () => Promise<void> };

const keys = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' } satisfies Record<Key, string>;

/** Opens the one window of a new session. */
export async function openSession(driver: string, capabilities: object): Promise<Session> {
  const { sessionId, capabilities: given } = await send<{
    sessionId: string;
    capabilities: { browserName: string; browserVersion: string };
  }>(`${driver}/session`, 'POST', { capabilities: { alwaysMatch: capabilities } });
  const session = `${driver}/session/${sessionId}`;
  const command = <T>(path: string, body: object = {}) => send<T>(`${session}/${path}`, 'POST', body);
  await command('window/rect', { x: 0, y: 0, width: 1280, height: 900 });
  return {
    version: `${given.browserName} ${given.browserVersion}`,
    tab: tabOf(command),
    end: () => send(session, 'DELETE'),
  };
}

function tabOf(command: <T>(path: string, body?: object) => Promise<T>): Tab {
  const run: Tab['run'] = (inPage, ...args) =>
    command('execute/sync', { script: `return (${inPage}).apply(null, arguments)`, args });
  const find = async (target: Target) => {
    const element: unknown = await run(lookFor, target, 'element');
    // The one key of an element's reference is the standard's own constant.
    if (typeof element !== 'object' || element === null)
      throw new Error(`Not there: ${JSON.stringify(target)}`);
    return `element/${Object.values(element)[0]}`;
  };
  return {
    goto: (url) => command('url', { url }),
    reload: () => command('refresh'),
    back: () => command('back'),
    forward: () => command('forward'),
    run,
    async click(target) {
      await command(`${await find(target)}/click`);
    },
    async type(target, text) {
      await command(`${await find(target)}/value`, { text });
    },
    press(key) {
      const strokes = ['keyDown', 'keyUp'].map((type) => ({ type, value: keys[key] }));
      return command('actions', { actions: [{ type: 'key', id: 'keyboard', actions: strokes }] });
    },
    problems: () => [],
  };
}

async function send<T>(url: string, method: string, body?: object): Promise<T> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
  return value;
}
