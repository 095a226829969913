import { type MouseEvent, useState } from 'react';

import { type VideoSource, videoWords as words } from '#src/content/pictures.ts';
import { connection } from '#src/state/connection.ts';
import * as site from '#src/words/site.ts';

import { Icon } from './icon.tsx';
import { Status } from './status.tsx';

const height = 600;

/** The poster is a link to the video, which the app turns into a player. If that fails, the poster stays. */
export function Video({ video }: { video: VideoSource }) {
  const [state, setState] = useState<'poster' | 'playing' | 'failed'>('poster');
  const fail = () => setState('failed');
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    setState(connection.online ? 'playing' : 'failed');
  };
  if (state !== 'playing')
    return (
      <div>
        <a
          href={video.mp4}
          className="btn btn-outline-primary position-relative w-100 p-0 border-0"
          ref={state === 'failed' ? focus : undefined}
          onClick={onClick}
        >
          <img
            className="d-block w-100 rounded"
            src={video.poster}
            alt=""
            width={Math.round((height * 16) / 9)}
            height={height}
            loading="lazy"
          />
          <span className="video-play position-absolute bottom-0 start-0 w-100 h-100">
            <Icon name="play" />
          </span>
          <span className="visually-hidden">
            {words.play}: {video.title}
          </span>
        </a>
        <Status className="mt-2">{state === 'failed' && words.failed}</Status>
      </div>
    );
  return (
    <div className="ratio ratio-16x9">
      <video controls autoPlay playsInline aria-label={video.title} height={height} ref={focus}>
        <source src={video.webm} type="video/webm" />
        <source src={video.mp4} type="video/mp4" onError={fail} />
        <track kind="captions" src={video.captions} srcLang={site.lang} label={words.captions} default />
      </video>
    </div>
  );
}

/** Moves the focus to the element that replaces the focused one. */
function focus(element: HTMLElement | null): void {
  element?.focus();
}
