import { hourMs } from '../lib/durations.ts';
import { spokenMoment } from '../lib/local-time.ts';
import { actions, html, link, moment, press } from '../office/components.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Section } from '../office/section.ts';
import { type findNewsletter, type Progress, problemsOf, progressOf } from './newsletters.ts';

type Letter = NonNullable<Awaited<ReturnType<typeof findNewsletter>>>;

/** Such as "37 of 40 sent, the rest by about 15:10." or "Stopped (554 Relay access denied). 3 of 40 sent." */
export async function progressOfLetter(
  { store, config }: Pick<Section, 'store' | 'config'>,
  { id, state, reason }: Pick<Letter, 'id' | 'state' | 'reason'>,
) {
  const counts = await progressOf(store.db, id);
  const of = (state: Progress) => counts.find((one) => one.state === state);
  const sent = of('sent')?.count ?? 0;
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const { count: left = 0, until } = of('waiting') ?? {};
  const end = Math.max(
    Date.now() + (left / config.newsletterPerHour) * hourMs,
    until ? Date.parse(until) : 0,
  );
  const rest = `, the rest by about ${spokenMoment(new Date(end)).replace(/^today, /, '')}`;
  const stopped = reason === null ? 'Stopped. ' : `Stopped (${reason}). `;
  const words = `${state === 'stopped' ? stopped : ''}${sent} of ${all} sent${state === 'sending' && left > 0 ? rest : ''}.`;
  return { all, sent, perhaps: of('perhaps')?.count ?? 0, words };
}

/** A newsletter that is being sent, was stopped, or is sent. */
export async function progressBody(section: Pick<Section, 'store' | 'config'>, letter: Letter) {
  const { id, state, sent_at } = letter;
  const { all, sent, perhaps, words } = await progressOfLetter(section, letter);
  const problems = await problemsOf(section.store.db, id, 100);
  const path = officePaths.letter(id);
  return html`<div>
    ${sent_at && html`<p>Started ${moment(sent_at)}.</p>`}
    ${
      // Who got it is stored for 30 days.
      all > 0 && html`<p>${words} <progress aria-label="Sent" value=${sent} max=${all} /></p>`
    }
    ${perhaps > 0 && html`<p>${perhaps} ${perhaps === 1 ? 'is' : 'are'} uncertain and ${perhaps === 1 ? 'is' : 'are'} not sent again.</p>`}
    ${actions(
      state === 'stopped' && press(`${path}/continue`, 'Go on sending', {}, 'btn-primary'),
      state === 'sending' && press(`${path}/stop`, 'Stop sending'),
      state === 'sending' && link('Look again', path),
      link('See the email', officePaths.letterEmail(id)),
    )}
    ${problems.length > 0 && html`<h2>Not accepted</h2>`}
    <ul>
      ${problems.map(
        ({ recipient, problem, due_at }) =>
          html`<li key=${recipient}>${recipient}: ${problem}${due_at && ' (it is sent again)'}</li>`,
      )}
    </ul>
  </div>`;
}
