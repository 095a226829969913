import { useState } from 'react';

export type VideoSource = { title: string; poster: string } & (
  | { webm: string; mp4: string; captions: string }
  | { youtube: string }
  | { vimeo: string }
);

/** A poster until the visitor asks for the video: no byte of it, and nothing of another site, before. */
export function Video({ video, height = 600 }: { video: VideoSource; height?: number }) {
  const [playing, setPlaying] = useState(false);
  if (!playing)
    return (
      <div className="video-frame">
        <img src={video.poster} alt="" width={Math.round((height * 16) / 9)} height={height} loading="lazy" />
        <button type="button" className="video-play" onClick={() => setPlaying(true)}>
          <span className="visually-hidden">Play video: </span>
          {video.title}
        </button>
      </div>
    );
  if ('webm' in video)
    return (
      <div className="video-frame">
        {/* Pressing the poster unmounts the button that had the focus. */}
        <video
          controls
          autoPlay
          playsInline
          aria-label={video.title}
          height={height}
          ref={(element) => element?.focus()}
        >
          <source src={video.webm} type="video/webm" />
          <source src={video.mp4} type="video/mp4" />
          <track kind="captions" src={video.captions} srcLang="en" label="English" default />
        </video>
      </div>
    );
  return (
    <div className="video-frame">
      <iframe
        title={video.title}
        src={embedUrl(video)}
        height={height}
        allow="autoplay; fullscreen"
        ref={(element) => element?.focus()}
      />
    </div>
  );
}

function embedUrl(video: { youtube: string } | { vimeo: string }): string {
  return 'youtube' in video
    ? `https://www.youtube-nocookie.com/embed/${lastPart(video.youtube)}?autoplay=1`
    : `https://player.vimeo.com/video/${lastPart(video.vimeo)}?autoplay=1&dnt=1`;
}

/** The id in `https://youtu.be/ID`, `https://www.youtube.com/watch?v=ID` and `https://vimeo.com/ID`. */
function lastPart(address: string): string {
  const url = new URL(address);
  return url.searchParams.get('v') ?? url.pathname.split('/').pop() ?? '';
}
