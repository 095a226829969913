import { Status } from '#src/components/status.tsx';
import { follow as words } from '#src/content/follow.ts';

export function Reading() {
  return (
    <>
      <Status>{words.reading}</Status>
      <p className="after-5-s">{words.notReading}</p>
    </>
  );
}
