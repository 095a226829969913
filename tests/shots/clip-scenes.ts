/** The animated drawings behind the site's clips: each a picture of 1280x720 for a moment in seconds. */
export const clipSeconds = 12;

type Scene = (time: number) => string;

export const clipScenes: Record<string, Scene> = { investors, zstudy, osense };

/** Progress from 0 to 1 between two moments, eased at both ends. */
function part(time: number, from: number, to: number): number {
  const x = Math.min(1, Math.max(0, (time - from) / (to - from)));
  return x * x * (3 - 2 * x);
}

function frame(inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" fill="none" stroke-width="5" stroke-linecap="round" stroke-linejoin="round">
<defs><radialGradient id="l" gradientUnits="userSpaceOnUse" cx="1024" cy="-36" r="920"><stop stop-color="#35581f"/><stop offset="1" stop-color="#0b1510"/></radialGradient></defs>
<path fill="url(#l)" d="M0 0h1280v720H0z"/>${inside}</svg>`;
}

function pad(x: number, y: number, shown = 1): string {
  return `<circle cx="${x}" cy="${y}" r="${12 * shown}" fill="#0b1510" stroke="#e6bb58" opacity="${shown}"/>`;
}

function line(d: string, colour: string): string {
  return `<path stroke="${colour}" d="${d}"/>`;
}

/** A line drawn up to a share of its length. */
function growing(d: string, colour: string, length: number, share: number): string {
  return `<path stroke="${colour}" stroke-dasharray="${share * length} 2000" opacity="${Math.ceil(share)}" d="${d}"/>`;
}

/** One board in 2019, the office in 2021, the lab; then the nets reach the chip of 2050. */
function investors(time: number): string {
  const grid = [170, 290, 410, 530].map((y) => line(`M120 ${y}H1160`, '#3a5a42')).join('');
  const bars = [40, 60, 90, 120, 150, 190, 230, 280]
    .map((height, i) => {
      const grown = height * part(time, 0.5 + i * 0.9, 1.6 + i * 0.9);
      return `<path fill="#70a12f" d="M${180 + i * 110} ${640 - grown}h54v${grown}h-54z"/>`;
    })
    .join('');
  const trace = growing(
    'M120 560H280L360 480H520L620 380H760L900 240H960',
    '#a9d66a',
    960,
    part(time, 0.5, 8.5),
  );
  const lit = part(time, 8.2, 9.6);
  const pins = Array.from({ length: 6 }, (_, i) => {
    const at = 146 + i * 32;
    return `M960 ${at}h-22M1150 ${at}h22M${976 + i * 32} 130v-22M${976 + i * 32} 320v22`;
  }).join('');
  const chip = `<path stroke="#3a5a42" d="${pins}"/><path fill="#1f3b25" stroke="#a9d66a" d="M978 130h154l18 18v154l-18 18H978l-18-18V148z"/><path stroke="#e6bb58" fill="#e6bb58" fill-opacity="${lit * 0.9}" d="M1017 187h76v76h-76z"/>`;
  const glow = `<circle cx="1055" cy="225" r="${190 * lit}" fill="#8fce3a" opacity="${0.16 * lit}"/>`;
  const pads =
    pad(280, 560, part(time, 2, 2.5)) + pad(520, 480, part(time, 4, 4.5)) + pad(760, 380, part(time, 6, 6.5));
  return frame(grid + bars + glow + trace + pads + chip);
}

/** A teacher picks a block, drops it into the lesson, and the experiment runs. */
function zstudy(time: number): string {
  const window =
    '<path fill="#13261a" stroke="#e9f0e4" d="M256 80h768a16 16 0 0 1 16 16v488a16 16 0 0 1-16 16H256a16 16 0 0 1-16-16V96a16 16 0 0 1 16-16z"/><path stroke="#3a5a42" d="M240 134h800M440 134v466"/><circle cx="270" cy="107" r="7" fill="#70a12f"/>';
  const blocks = [0, 1, 2, 3]
    .map((i) => {
      const y = 160 + i * 104;
      const chosen = i === 1 && time > 1.6;
      return `<path fill="#1f3b25" stroke="${chosen ? '#e6bb58' : '#70a12f'}" d="M270 ${y}h140v76H270z"/><path stroke="#3a5a42" d="M292 ${y + 28}h88M292 ${y + 50}h54"/>`;
    })
    .join('');
  const move = part(time, 2.2, 4.2);
  const dropped = part(time, 4.2, 4.8);
  const carried = `<path opacity="${time > 1.8 && dropped < 1 ? 1 - dropped : 0}" fill="#1f3b25" stroke="#e6bb58" d="M${270 + 300 * move} ${264 + 40 * move}h140v76h-140z"/>`;
  const top = 470 - 70 * part(time, 6, 9);
  const half = 22 + (top - 336) * 0.532;
  const bubbles = [0, 1, 2]
    .map((i) => {
      const rise = (time * 0.5 + i / 3) % 1;
      return `<circle cx="${625 + i * 34}" cy="${470 - rise * 70}" r="8" fill="#a9d66a" opacity="${part(time, 6, 7) * (1 - rise)}"/>`;
    })
    .join('');
  const flask = `<g opacity="${dropped}"><path fill="#70a12f" d="M${660 - half} ${top}h${2 * half}L764 488l-14 20H570l-14-20z"/><path stroke="#e9f0e4" d="M634 220v116L552 490l16 22h184l16-22-82-154V220M620 220h80"/>${bubbles}</g>`;
  const angle = ((210 - 240 * (0.1 + 0.6 * part(time, 6, 9))) * Math.PI) / 180;
  const shown = part(time, 5, 6);
  const gauge = `<g opacity="${shown}"><path stroke="#70a12f" d="M780 430h40l40-40h32"/><circle cx="930" cy="330" r="84" fill="#13261a" stroke="#e9f0e4"/><path stroke="#a9d66a" d="M930 330L${930 + Math.cos(angle) * 56} ${330 - Math.sin(angle) * 56}"/>${pad(930, 330)}</g>`;
  const progress = `<path stroke="#3a5a42" d="M500 556h490"/>${growing('M500 556h490', '#e6bb58', 490, part(time, 6, 11.5))}`;
  const x = 340 + 320 * move;
  const y = 300 + 50 * move;
  const cursor = `<path fill="#0b1510" stroke="#e9f0e4" d="M${x} ${y + 80}v-70l50 46-28 4z"/>`;
  return frame(window + blocks + flask + gauge + progress + carried + (time < 5.2 ? cursor : ''));
}

/** A shift plan: the hour moves, two tasks collide, and one of them moves to where somebody is free. */
function osense(time: number): string {
  const hour = 400 + 600 * part(time, 0, clipSeconds);
  const table =
    '<path fill="#13261a" stroke="#e9f0e4" d="M158 110h964a18 18 0 0 1 18 18v464a18 18 0 0 1-18 18H158a18 18 0 0 1-18-18V128a18 18 0 0 1 18-18z"/><path stroke="#3a5a42" d="M140 180h1000"/>';
  const columns = Array.from({ length: 6 }, (_, i) => line(`M${382 + i * 120} 180V610`, '#27402e')).join('');
  const moved = part(time, 5, 6.5);
  const tasks = [
    { row: 0, from: 350, width: 300, colour: '#70a12f' },
    { row: 1, from: 440, width: 260, colour: '#70a12f' },
    {
      row: 2 + moved,
      from: 550 + 130 * moved,
      width: 300,
      colour: time > 3.5 && moved < 1 ? '#e6bb58' : '#a9d66a',
    },
    { row: 2, from: 400, width: 240, colour: '#70a12f' },
    { row: 4, from: 640, width: 320, colour: '#70a12f' },
  ];
  const rows = [0, 1, 2, 3, 4]
    .map((i) => {
      const y = 230 + i * 76;
      return `<circle cx="190" cy="${y}" r="22" fill="#1f3b25" stroke="#a9d66a"/><path stroke="#3a5a42" d="M230 ${y}h90"/>`;
    })
    .join('');
  const plans = tasks
    .map(({ row, from, width, colour }) => {
      const y = 210 + row * 76;
      const done = Math.min(width, Math.max(0, hour - from));
      return `<path fill="none" stroke="${colour}" d="M${from} ${y}h${width}v40h${-width}z"/><path fill="${colour}" d="M${from} ${y}h${done}v40h${-done}z"/>`;
    })
    .join('');
  const warn = part(time, 3.4, 3.8) * (1 - part(time, 6.2, 6.6));
  const alarm = `<g opacity="${warn}"><circle cx="1060" cy="382" r="30" fill="#e6bb58"/><path stroke="#0b1510" d="M1060 368v16M1060 397v0"/></g>`;
  return frame(table + columns + rows + plans + alarm + line(`M${hour} 140V610`, '#e6bb58') + pad(hour, 140));
}
