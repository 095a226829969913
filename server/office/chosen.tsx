import type { FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';

import { Refusal } from '../lib/refusal.ts';
import { Actions, Button, ButtonLink, Form } from './components.tsx';
import { fieldsOf } from './form.ts';

/** The ticked rows of a list. */
export function chosenIn(request: FastifyRequest): string[] {
  const ids = fieldsOf(request).getAll('chosen');
  if (ids.length === 0) throw new Refusal(422, 'Choose at least one first.');
  return [...new Set(ids)];
}

type Chosen = { id: string; name: string; facts: ReactNode };
type Props = { action: string; back: string; rows: Chosen[]; children?: ReactNode };

/** Lists what will be deleted, and asks. */
export const ConfirmDeletion = ({ action, back, rows, children }: Props) => (
  <>
    <ul>
      {rows.map(({ id, name, facts }) => (
        <li key={id}>
          <bdi>{name}</bdi> · {facts}
        </li>
      ))}
    </ul>
    {children}
    <Form action={action}>
      {rows.map(({ id }) => (
        <input key={id} type="hidden" name="chosen" value={id} />
      ))}
      <Actions>
        {rows.length > 0 && <Button isPrimary>{`Delete ${rows.length}`}</Button>}
        <ButtonLink href={back}>Back</ButtonLink>
      </Actions>
    </Form>
  </>
);
