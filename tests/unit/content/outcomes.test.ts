import { expect, test } from 'vitest';

import { formWords } from '#src/content/forms.ts';
import { withMessage } from '#src/content/outcome-message.ts';

test('a subscription that has to be confirmed sends the visitor to their email', () => {
  const text = (confirm?: boolean) =>
    withMessage('subscribe', '', { type: 'sent', message: '', confirm }).text;
  expect(text(true)).toBe(formWords.subscribe.confirm);
  expect(text()).toContain('You are on the list.');
});
