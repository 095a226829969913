import { officePaths } from '#server/office/office-paths.ts';

import { textIn } from '../../service/office-scene.ts';
import { addressOf, historyIn, type Page, progressIn, vacancy } from './model-office.ts';
import type { Play } from './model-play.ts';
import { deadBefore, readers } from './model-setting.ts';
import type { Mail } from './model-world.ts';

const isOpen = /is waiting|is being sent|was refused/;
const isNo = /was not accepted|was not sent/;

/** Judges, after everything has ended, whether the pages say what the mailboxes know. */
export async function judge(play: Play): Promise<void> {
  if (play.letter.isSent) await judgeNewsletter(play);
  else await judgeTests(play);
  await judgeAnswers(play);
  await judgeList(play);
  const home = await play.office.text(officePaths.home);
  if (home.includes('The mail server')) play.world.fail('the mail server works, and Today says otherwise');
}

/** `newest`: the email that the line is about; `all`: with those that it replaced. */
function judgeLine(
  { world, restored }: Play,
  of: string,
  words: string,
  all: Mail[],
  newest = all.at(-1),
): void {
  const copies = all.reduce((sum, mail) => sum + mail.copies, 0);
  if (isOpen.test(words)) world.fail(`${of}: “${words}” for ever`);
  if (isNo.test(words) && copies > 0) world.fail(`${of}: “${words}”, but it came`);
  if (restored === undefined && words.startsWith('may have') && all.every(({ doubts }) => doubts === 0))
    world.fail(`${of}: “${words}”, but each hand-over was answered`);
  if (restored === undefined && words.startsWith('was not sent (restored'))
    world.fail(`${of}: nothing was restored`);
  if (restored?.isExact !== true && words !== 'was sent' && newest?.isHeard)
    world.fail(`${of}: “${words}”, but it was accepted`);
}

const newestOf = (all: Mail[], id: string | undefined) =>
  id === undefined ? all.at(-1) : all.find((one) => one.id === id);

async function judgeNewsletter(play: Play): Promise<void> {
  const { world, office, gone, letter, restored } = play;
  const page = await office.get(letter.path);
  const { lines, ...said } = progressIn(page);
  if (said.all !== said.sent + said.notAccepted + said.perhaps + said.givenUp + said.dropped)
    world.fail(`the newsletter's page does not add up: ${said.said}`);
  if (!said.said.includes('Ended')) world.fail('the newsletter never ends');
  const named = [...lines.values()].map(({ words }) => words);
  const counted = (words: string) => named.filter((one) => one.startsWith(words)).length;
  const isCounted = [
    said.notAccepted >= counted('was not accepted'),
    said.perhaps >= counted('may have arrived'),
    said.givenUp >= counted('was not sent'),
  ];
  if (isCounted.includes(false)) world.fail(`lists others than it counts: ${said.said}`);
  for (const to of readers) {
    const line = lines.get(to);
    const all = world.of('News 2', to);
    if (line) judgeLine(play, to, line.words, all, newestOf(all, line.message));
    else if (!gone.has(to) && !all.some(({ copies }) => copies > 0))
      world.fail(`${to} has no email and no line`);
  }
  const heard = readers.filter((to) => world.of('News 2', to).at(-1)?.isHeard).length;
  if (restored?.isExact !== true && said.sent !== heard)
    world.fail(`${said.sent} sent, but ${heard} were accepted`);
  const isMissed = said.notAccepted + said.perhaps + said.givenUp > 0 && page.body.includes('>Seen</button>');
  if (isMissed && !(await office.text(officePaths.home)).includes('“News 2”:'))
    world.fail('Today does not name the newsletter');
}

/** Who has asked for a test of the present text has got it, or is told why not. */
async function judgeTests({ world, office, testers, letter }: Play): Promise<void> {
  for (const by of testers) {
    const mails = world.of('News 2', `${by}@hcs.example`);
    const isThere = mails.some(({ copies, body }) => copies > 0 && body.includes(letter.text));
    const page = await office.people[by as 'boss'].get(
      officePaths.newsletterSend(letter.path.split('/').at(-1) ?? ''),
    );
    if (!isThere && !page.body.includes('The test ')) world.fail(`${by} got no test`);
    if (mails.at(-1)?.isHeard && isThere && !page.body.includes('>Send to '))
      world.fail('it was tested, and cannot be sent');
  }
}

/** How the email ended: the words after its time. */
const wordsIn = ({ said }: { said: string }) =>
  /· ((?:was|may|is)[^·]*?)(?: today| tomorrow| \d| on |\. Please|, told| Answer | Send again|$)/.exec(
    said,
  )?.[1] ?? '';

async function judgeAnswers(play: Play): Promise<void> {
  const { world, office, replies, seen, told } = play;
  const home = await office.text(officePaths.home);
  for (const [name, path] of await office.applications()) {
    // The others have only had a receipt.
    if (name !== 'Faith' && !replies.some((reply) => reply.name === name) && play.agains.size === 0) continue;
    const lines = historyIn(await office.get(path));
    const to = addressOf(name);
    for (const { subject } of replies.filter((reply) => reply.name === name)) {
      const line = lines.find((one) => one.subject === subject);
      const all = world.of(subject, to);
      const words = line && wordsIn(line);
      if (line === undefined || words === undefined)
        world.fail(`“${subject}” to ${name} is lost: ${line?.said}`);
      else judgeLine(play, subject, words, all, newestOf(all, line.message));
      if (words === 'was sent' && !all.some(({ copies }) => copies > 0))
        world.fail(`“${subject}” never came to ${name}`);
      const isSeen = line?.message !== undefined && seen.has(line.message);
      const isTold = isSeen || told.has(`${subject} ${to}`);
      if (line?.said.includes('Send again') && !isSeen && !home.includes(name))
        world.fail(`Today does not name ${name}`);
      if (line?.said.includes(', told by phone') && !isTold) world.fail(`nobody has told ${name} by phone`);
    }
    const receipt = lines.find(({ said }) => said.startsWith('Confirmation'));
    const receipts = [...world.mails.values()].filter(
      (mail) => mail.to === to && !/^(?:Answer|News)/.test(mail.subject),
    );
    const words = receipt?.said.startsWith('Confirmation sent') ? 'was sent' : receipt && wordsIn(receipt);
    if (receipt && words)
      judgeLine(
        play,
        `the receipt for ${name}`,
        words,
        [newestOf(receipts, receipt.message)].filter((one) => one !== undefined),
      );
    else world.fail(`${name} has no line about the receipt`);
  }
  await judgeStandings(play, await office.get(`${officePaths.applications}?tab=all`), home);
}

const stopped = /was not sent \((?:it was stopped|something else was decided for this address)\)/;
/** It is a reply that was not called back. */
const isSaid = ({ said }: { said: string }) => /^(?:Reply|Question)/.test(said) && !stopped.test(said);

/** The list says of each application what its page says, and Today counts who has no answer. */
async function judgeStandings({ world, office }: Play, list: Page, home: string): Promise<void> {
  const waiting = new Set<string>();
  for (const item of list.body.split('<li ').slice(1)) {
    const [, path, name = ''] = /href="(\/office\/applications\/[^"?]+)\?[^"]*">([^<]+)</.exec(item) ?? [];
    if (path === undefined) continue;
    const row = textIn({ body: `<li ${item}` });
    const page = await office.get(path);
    const last = historyIn(page).filter(isSaid).at(-1);
    const end = last && wordsIn(last);
    const isTold = last?.said.includes(', told by phone') === true;
    if (row.includes('answered with another of theirs')) {
      if (name !== 'Faith') world.fail(`${name} has applied once, but the list: “${row}”`);
      continue;
    }
    const answered = page.body.includes('<span class="badge">Shortlisted<') ? 'invited' : 'answered';
    const verb = last?.said.startsWith('Question') ? 'asked' : answered;
    const isSame =
      last === undefined
        ? !/(?:answered|invited|asked|answer leaves) /.test(row)
        : row.includes(` · ${verb} on `) &&
          (end === 'was sent' ? !row.includes('the email') : row.includes(`, the email ${end}`)) &&
          row.includes(', told by phone') === isTold;
    if (!isSame) world.fail(`${name}: “${last?.said}”, says the page, but the list: “${row}”`);
    const isAnswered = verb !== 'asked' && last !== undefined && (isTold || !isNo.test(end ?? ''));
    if (!isAnswered && !page.body.includes('<span class="badge">Closed<')) waiting.add(name);
  }
  const { body } = await office.get(`${vacancy}/close`);
  const counted = Number(/Welder is closed. (\d+) applicants? still/.exec(home)?.[1] ?? 0);
  const isClosed = body.includes('Answer the rest: Welder');
  if (counted !== (isClosed ? waiting.size : 0))
    world.fail(`Today counts ${counted} without an answer, but there are ${[...waiting].join()}`);
}

/** The next newsletter goes to all but those whose servers did not accept the last two. */
async function judgeList({ world, office, gone, letter, restored }: Play): Promise<void> {
  if (restored?.isExact) return;
  const { lines } = progressIn(await office.get(letter.path));
  const isOut = (to: string) =>
    letter.isSent && deadBefore.includes(to) && lines.get(to)?.words.startsWith('was not accepted');
  const left = readers.filter((to) => !gone.has(to) && !isOut(to)).length;
  const saved = await office.press(officePaths.newsletter('new'), { subject: 'News 3', source: 'Text' });
  const id = String(saved.headers.location).replace(/\?.*/, '').split('/').at(-1) ?? '';
  const page = await office.text(officePaths.newsletterSend(id));
  if (!page.includes(`This will go to ${left === 1 ? '1 person' : `${left} people`}`))
    world.fail(`the next newsletter is for others than ${left}: ${page.slice(0, 100)}`);
}
