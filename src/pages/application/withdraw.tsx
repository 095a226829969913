import { useState } from 'react';

import { withdraw } from '#src/api/application-status.ts';
import { Dialog } from '#src/components/dialog.tsx';
import { FormError } from '#src/components/field.tsx';
import { follow } from '#src/content/follow.ts';

/** Takes the application back, after a second word. */
export function Withdraw({ secret, onDone }: { secret: string; onDone: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isUnderWay, setIsUnderWay] = useState(false);
  const [problem, setProblem] = useState('');
  const close = () => {
    setIsAsking(false);
    setProblem('');
  };
  const send = async () => {
    setIsUnderWay(true);
    setProblem('');
    try {
      await withdraw(secret);
      onDone();
    } catch (error) {
      console.warn('The application could not be withdrawn.', error);
      setProblem(follow.withdrawFailed);
      // The visitor may have closed it meanwhile.
      setIsAsking(true);
    }
    setIsUnderWay(false);
  };
  return (
    <>
      <button type="button" className="btn" onClick={() => setIsAsking(true)}>
        {follow.withdraw}
      </button>
      <Dialog open={isAsking} title={follow.withdrawHeading} onClose={close} isStatic>
        <p>{follow.withdrawQuestion}</p>
        <FormError message={problem} />
        <div className="row-wrap">
          <button type="button" className="btn btn-primary" disabled={isUnderWay} onClick={() => void send()}>
            {isUnderWay ? follow.withdrawing : follow.withdrawYes}
          </button>
          <button type="button" className="btn" disabled={isUnderWay} onClick={close}>
            {follow.withdrawNo}
          </button>
          <p role="status">{isUnderWay && follow.underWay}</p>
        </div>
      </Dialog>
    </>
  );
}
