import { dayOf, spokenWeekday, startOfDay, timeOf } from '../lib/local-time.ts';
import { Empty, Pager } from './components.tsx';
import { pageOf, queryOf } from './form.ts';
import { readLog } from './log.ts';
import { officePaths } from './office-paths.ts';
import { type Section, subjects } from './section.ts';

const pageSize = 50;

/** Lists who did what, by day. */
export function serveLog({ store, onGet }: Section): void {
  onGet(officePaths.log, async (request) => {
    const query = queryOf(request);
    const page = pageOf(query);
    const all = await readLog(store.db, page, pageSize + 1);
    const shown = all.slice(0, pageSize).map((entry) => ({ ...entry, day: dayOf(new Date(entry.at)) }));
    const days = [...new Set(shown.map(({ day }) => day))];
    const body = (
      <>
        {all.length === 0 && <Empty>Nothing yet.</Empty>}
        {days.map((day) => (
          <section key={day}>
            <h2>{spokenWeekday(startOfDay(day))}</h2>
            <ul className="vstack list-unstyled gap-2">
              {shown
                .filter((entry) => entry.day === day)
                .map(({ id, at, email, action, kind, subject }) => (
                  <li key={id}>
                    {timeOf(new Date(at))} {email ?? 'a person who was removed'} {action}{' '}
                    {kind && <a href={subjects[kind].path(subject)}>{subjects[kind].words}</a>}
                  </li>
                ))}
            </ul>
          </section>
        ))}
        <Pager path={officePaths.log} query={query} page={page} hasMore={all.length > pageSize} />
      </>
    );
    return { title: 'Log', body };
  });
}
