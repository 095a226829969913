/** Remakes public/videos/*.webm and *.mp4 from the animated drawings: `npx node tests/shots/clips.ts`; needs ffmpeg. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';

import { clipScenes, clipSeconds } from './clip-scenes.ts';

const framesPerSecond = 15;
const size = { width: 960, height: 540 };
const videos = join(import.meta.dirname, '../../public/videos');
const codecs = {
  webm: ['-c:v', 'libvpx-vp9', '-crf', '38', '-b:v', '0', '-row-mt', '1'],
  mp4: ['-c:v', 'libx264', '-crf', '27', '-preset', 'veryslow', '-movflags', '+faststart'],
};

for (const [name, scene] of Object.entries(clipScenes)) {
  const frames = await mkdtemp(join(tmpdir(), `hcs-${name}-`));
  for (let i = 0; i < clipSeconds * framesPerSecond; i += 1) {
    const svg = Buffer.from(scene(i / framesPerSecond));
    await sharp(svg)
      .resize(size)
      .png({ compressionLevel: 1 })
      .toFile(join(frames, `${String(i).padStart(4, '0')}.png`));
  }
  for (const [format, codec] of Object.entries(codecs)) {
    const file = join(videos, `${name}.${format}`);
    const input = ['-framerate', String(framesPerSecond), '-i', join(frames, '%04d.png')];
    const options = ['-y', '-loglevel', 'error', ...input, ...codec, '-pix_fmt', 'yuv420p', file];
    execFileSync('ffmpeg', options, { stdio: 'inherit' });
    console.log(`${name}.${format}: ${Math.round((await stat(file)).size / 1024)} KB`);
  }
  await rm(frames, { recursive: true });
}
