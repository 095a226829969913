import { expect, test, vi } from 'vitest';

import { lazyChannel } from '#src/outbox/channel.ts';

test('where the browser refuses a channel it is asked once, warns once, and nothing throws', () => {
  const refuse = vi.fn(function refused() {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  vi.stubGlobal('BroadcastChannel', refuse);
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const channel = lazyChannel('hcs-test');
  expect(refuse, 'before it is used').not.toHaveBeenCalled();
  channel.hear(() => undefined);
  channel.tell();
  channel.tell();
  expect(refuse).toHaveBeenCalledOnce();
  expect(warned).toHaveBeenCalledOnce();
});
