import { answerMessage } from './worker.ts';

let isForgotten = false;

/** Whether the visitor has deleted everything: what is still on its way is thrown away. */
export const hasForgotten = () => isForgotten;

/** Documents that were open at the deletion ask for nothing any more: who asks has begun anew. */
export function beginAnew(): void {
  isForgotten = false;
}

export function forgetWhenTold(): void {
  answerMessage('forget', async () => {
    isForgotten = true;
  });
}
