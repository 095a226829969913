import { officePaths } from '../office/office-paths.ts';
import type { Db } from '../store/schema.ts';
import { applicationsFrom } from './application-search.ts';

/** Names the other applications from the same address, with where each stands. Nobody works out who is whom. */
export async function otherApplications(db: Db, { id, email }: { id: string; email: string }, search = '') {
  const others = (await applicationsFrom(db, email)).filter((other) => other.id !== id);
  if (others.length === 0) return undefined;
  return (
    <p>
      From the same address:{' '}
      {others.map((other, index) => (
        <span key={other.id}>
          {index > 0 && '; '}
          <a href={`${officePaths.application(other.id)}?${search}`}>{other.vacancyName ?? other.vacancy}</a>,
          as <bdi>{other.name}</bdi>: {other.said ?? other.standing}
        </span>
      ))}
    </p>
  );
}
