import { expect, test } from 'vitest';

import { parseEmail } from '#src/contract/typed-text.ts';

const understood = (typed: string) => {
  const { value, left } = parseEmail(typed);
  return left === '' && value !== '' ? value : null;
};

/** Test values of GOV.UK Notify, validator.js and HTML's `type=email` on which we agree. */
const valid =
  "email@domain.com email@domain.COM firstname.lastname@domain.com firstname.o'lastname@domain.com email@subdomain.domain.com firstname+lastname@domain.com 1234567890@domain.com email@domain-one.com _______@domain.com email@domain.superlongtld email@domain.co.jp info@german-financial-services.vermögensberatung japanese-info@例え.テスト email@double--hyphen.com x@x.au test|123@müller.com test@1337.com some.name.midd.leNa.me+extension@GoogleMail.com foo!#$%&'*+/=?^_`{|}~-@bar.com".split(
    ' ',
  );
const invalid = [
  'email@123.123.123.123',
  'email@[123.123.123.123]',
  'plainaddress',
  '@no-local-part.com',
  'no-tld@domain',
  ';beginning-semicolon@domain.co.uk',
  'middle-semicolon@domain.co;uk',
  '"email+leading-quotes@domain.com',
  'email+middle"-quotes@domain.com',
  'lots-of-dots@domain..gov..uk',
  'multiple@domains@domain.com',
  'spaces in local@domain.com',
  'spaces-in-domain@dom ain.com',
  'underscores-in-domain@dom_ain.com',
  'pipe-in-domain@example.com|gov.uk',
  'comma,in-local@gov.uk',
  'comma-in-domain@domain,gov.uk',
  'pound-sign-in-local£@domain.com',
  'local-with-”-quotes@domain.com',
  'domain-starts-with-a-dot@.domain.com',
  'brackets(in)local@domain.com',
  'invalidemail@',
  'z@co.c',
  'test1@invalid.co m',
  'test12@invalid.co\u3000m',
  'test123+invalid! sub_address@gmail.com',
  'wrong()[]",:;<>@@gmail.com',
  'nbsp test@test.com',
  '"foobar@gmail.com',
  '"foo"bar@gmail.com',
  'foo"bar"@gmail.com',
  'Some Name foo@bar.co.uk.>',
  'Some Name <foo@bar.co.uk.',
  'Some Name <@invalid.com>',
  'Some Name<emoji_in_address🍈@aftership.com>',
  '\ud800@example.com',
];

test.each(valid)('%j is understood as it stands, as by others', (typed) => {
  expect(understood(typed)).toBe(typed);
});

test.each(invalid)('%j is refused, as by others', (typed) => {
  expect(understood(typed)).toBeNull();
});

test.each<[string, string | null, string]>([
  ['Outlook Contact <outlook@domain.com>', 'outlook@domain.com', 'people paste it from their mail program'],
  ['Some Name < foo@bar.co.uk >', 'foo@bar.co.uk', 'spaces within the brackets are no part of an address'],
  ['trailing-semicolon@domain.com;', 'trailing-semicolon@domain.com', 'punctuation at the end joins nothing'],
  ['foo@bar.co.uk.', 'foo@bar.co.uk', 'the full stop of a sentence'],
  ['username@domain.com©', 'username@domain.com', 'a sign at the end joins nothing'],
  ['"quoted@domain.com"', 'quoted@domain.com', 'quotes that open and close around it'],
  ['local-with-’-apostrophe@domain.com', "local-with-'-apostrophe@domain.com", 'phones write it so'],
  ['somename@ｇｍａｉｌ.com', 'somename@gmail.com', 'full-width letters are the same letters'],
  ['two-dots..in-local@domain.com', 'two-dots..in-local@domain.com', 'some providers have them; a hint asks'],
  ['ends.with.dot.@gmail.com', 'ends.with.dot.@gmail.com', 'some providers have them; a hint asks'],
  [
    'incorrect-punycode@xn---something.com',
    'incorrect-punycode@xn---something.com',
    'browsers differ in what they decode; it is stored as it stands',
  ],
  ['hans.m端ller@test.com', null, 'HTML and most mail servers take only ASCII before the @'],
  ['"foobar"@example.com', null, 'nobody has one, and it looks like a slip'],
  ['Name<name@example.com>', null, 'the bracket may be a slip within the address'],
])('%j is understood as %j, other than by others: %s', (typed, meant) => {
  expect(understood(typed)).toBe(meant);
});
