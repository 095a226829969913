import { type ReactNode, useState } from 'react';

import { shell } from '#src/content/interface.ts';
import { pressedMark } from '#src/contract/worker-messages.ts';
import { pictures } from '#src/state/persisted.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

type WaitingPhoto = {
  waits: boolean;
  /** What ends that. */
  press: () => void;
  /** Its address afterwards. */
  addressed: (src: string) => string;
  /** And how it is asked for. */
  crossOrigin: (src: string) => 'anonymous' | undefined;
  /** For the picture that comes in the place of the button, which had the focus. */
  focused: { tabIndex?: -1; ref?: (image: HTMLImageElement | null) => void };
};

/** Whether a photo waits for the visitor, who pays for it. */
export function useWaitsForPress(): WaitingPhoto {
  const { onPress } = useProxyState(pictures);
  const [isPressed, setIsPressed] = useState(false);
  return {
    waits: onPress && !isPressed,
    press: () => setIsPressed(true),
    addressed: (src) => (onPress ? pressed(src) : src),
    crossOrigin: (src) => (isPressed ? askedAnew(src) : undefined),
    focused: isPressed ? { tabIndex: -1, ref: takeFocus } : {},
  };
}

/** Of one identity, so that React calls it once. */
function takeFocus(image: HTMLImageElement | null): void {
  image?.focus({ preventScroll: true });
}

type PictureButtonProps = { alt: string; className?: string; onPress: () => void; children: ReactNode };

/** In the place of a photo until it is asked for: what stands for it, and its words. */
export function PictureButton({ alt, className = '', onPress, children }: PictureButtonProps) {
  return (
    <button type="button" className={`picture-button ${className}`} onClick={onPress}>
      {children}
      <span className="btn">{pictureWords(alt)}</span>
    </button>
  );
}

export function pictureWords(alt: string): string {
  return alt === '' ? shell.showPicture : `${shell.showPicture}: ${alt}`;
}

/** The address of a photo that was pressed for: the worker fetches it. */
export function pressed(src: string): string {
  return src.includes('#') ? src : src + pressedMark;
}

/** In another way than the html did: the page remembers the plate that the worker gave. Others' origins may not know the way. */
export function askedAnew(src: string): 'anonymous' | undefined {
  return new URL(src, location.href).origin === location.origin ? 'anonymous' : undefined;
}

/** Kept with the site: it costs nothing to show. */
export function isOwnDrawing(src: string): boolean {
  return /^\/images\/.*\.svg$|^data:/.test(src);
}
