import { describe, expect, test } from 'vitest';

import { placeholderWords } from '#server/office/placeholders.ts';
import { fillIn } from '#server/replies/replies.ts';

import { openHiring, welder } from './hiring-scene.ts';
import { savedNewsletter, seeReply, textIn } from './office-scene.ts';
import { answered, stores } from './store.ts';

test.each([
  ['Dear {Name}', '{Name} stays as it is typed.'],
  ['Dear {{name}} of [Company]', '{{name}}, [Company] stay as they are typed.'],
  ['%NAME% and <<First Name>>', '%NAME%, <<First Name>> stay as they are typed.'],
  ['[words](https://x.example), [1], 50% of 100%, a < b, {}', ''],
])('"%s": %s', (text, words) => {
  expect(placeholderWords(text)).toBe(words);
});

test('a name is filled in as it was typed, whatever it contains', () => {
  const words = { subject: 'About {vacancy}', text: 'Dear {name},' };
  expect(fillIn(words, { name: 'A $$ {vacancy}', vacancy: 'Welder' })).toEqual({
    subject: 'About Welder',
    text: 'Dear A $$ {vacancy},',
  });
});

describe.each(stores)('on $name', ({ newStore }) => {
  test('a placeholder that will not be filled in is named beside the email: for one, for many and for a newsletter', async () => {
    const scene = await openHiring(await newStore());
    const { boss } = scene;
    await scene.applyAs('Ada');
    const path = `${await scene.pathOf('Ada')}/answer`;
    const one = await seeReply(boss, `${path}?text=no`, { after: 'closed', text: 'Dear {Name}, no.' });
    expect(textIn(one)).toContain('{Name} stays as it is typed.');
    const many = await boss.post(
      `${welder}/close/check`,
      new URLSearchParams({ subject: 'About {vacancy}', text: 'Dear {name} of [Town]', to: 'ticked' }),
    );
    expect(textIn(many)).toContain('[Town] stays as it is typed.');
    const newsletter = await savedNewsletter(boss, { source: 'Dear %NAME%, read [this](/ask).' });
    expect(await scene.textOf(`${newsletter}/send`)).toContain('%NAME% stays as it is typed.');
    // It can be sent all the same.
    await answered(303, boss.post(`${newsletter}/test`));
  });
});
