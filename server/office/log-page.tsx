import { dayOf, spokenWeekday, startOfDay, timeOf } from '../lib/local-time.ts';
import { wantedIn } from '../store/keyset-pages.ts';
import { Empty } from './components.tsx';
import { queryOf } from './form.ts';
import { Pager } from './list-page.tsx';
import { pageOfLog } from './log.ts';
import { officePaths } from './office-paths.ts';
import { type Read, type Section, subjects } from './open-section.ts';

export function serveLog({ onGet }: Section): void {
  onGet(officePaths.log, showLog);
}

export const showLog: Read = async (request, { store }) => {
  const page = await pageOfLog(store.db, wantedIn(queryOf(request)));
  const days = [...Map.groupBy(page.rows, ({ at }) => dayOf(new Date(at)))];
  const body = (
    <>
      {days.length === 0 && <Empty>Nothing yet.</Empty>}
      {days.map(([day, entries]) => (
        <section key={day}>
          <h2>{spokenWeekday(startOfDay(day))}</h2>
          <ul className="vstack list-unstyled gap-2">
            {entries.map(({ id, at, email, action, kind, subject }) => (
              <li key={id}>
                {timeOf(new Date(at))} {email} {action}{' '}
                {kind && <a href={subjects[kind].path(subject)}>{subjects[kind].words}</a>}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Pager path={officePaths.log} page={page} />
    </>
  );
  return { title: 'Log', body };
};
