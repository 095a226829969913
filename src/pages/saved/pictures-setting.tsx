import { Section } from '#src/components/section.tsx';
import { saved } from '#src/content/saved.ts';
import { pictures, showPicturesOnPress } from '#src/state/persisted.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';
import { notePicturesWish } from '#src/worker-bridge/wishes.ts';

import type { SavedSectionProps } from './on-this-phone.ts';

/** Whether photos wait for a press. */
export function PicturesSetting({ phone: { worker } }: SavedSectionProps) {
  const { onPress } = useProxyState(pictures);
  const change = (wish: boolean) => {
    showPicturesOnPress(wish);
    void notePicturesWish();
  };
  return (
    <Section className="section-aside" heading={saved.pictures.heading}>
      <div className="prose stack">
        <label className="check">
          <input type="checkbox" checked={onPress} onChange={({ target }) => change(target.checked)} />
          {saved.pictures.label}
        </label>
        <p className="meta">
          {saved.pictures.text} {worker !== 'here' && saved.pictures.without}
        </p>
      </div>
    </Section>
  );
}
