export type IconName = keyof typeof iconPaths;

/** Decorative, hidden from screen readers. */
export function Icon({ name, large = false }: { name: IconName; large?: boolean }) {
  return (
    <svg className={large ? 'icon icon-lg' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  );
}

/** Drawn on a 24 px grid like PCB traces: straight lines, 45-degree bends, round pads. */
const iconPaths = {
  menu: 'M3 6h18M3 12h18M3 18h12',
  close: 'M5 5l14 14M19 5 5 19',
  'chevron-down': 'M5 9l7 7 7-7',
  'arrow-right': 'M3 12h17m-6-6 6 6-6 6',
  'arrow-left': 'M21 12H4m6-6-6 6 6 6',
  external: 'M14 4h6v6M20 4l-9 9M10 6H6L4 8v10l2 2h10l2-2v-4',
  check: 'M4 13l5 5L20 7',
  phone: 'M5 3h4l2 5-3 2c1 3 3 5 6 6l2-3 5 2v4l-2 2C11 21 3 13 3 5z',
  mail: 'M3 5h18v14H3zl9 8 9-8',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18v0M12 7v5l4 3',
  search: 'M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12M15 15l6 6',
  share: 'M12 15V3m-5 5 5-5 5 5M5 12v7l2 2h10l2-2v-7',
  play: 'M7 4v16l13-8z',
  calendar: 'M4 6h16v15H4zM4 11h16M8 3v5M16 3v5',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21v-3l3-3h10l3 3v3',
  users: 'M9 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M2 21v-3l3-3h8l3 3v3M16 4.5c4 1 4 6 0 7M19 15l3 3v3',
  target:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 1v4M12 19v4M1 12h4M19 12h4',
  bulb: 'M9 18v-3C3 12 5 3 12 3s9 9 3 12v3zM10 21.5h4M12 18v-6l-2-2m2 2 2-2',
  shield: 'M12 3l8 3v6c0 4-3 7-8 9-5-2-8-5-8-9V6zM8 12l3 3 5-5',
  eye: 'M2 12c5-8 15-8 20 0-5 8-15 8-20 0M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  gem: 'M7 4h10l5 6-10 11L2 10zM2 10h20M9 10l3 11 3-11',
  chip: 'M6 6h12v12H6zM10 10h4v4h-4zM9 6V2M15 6V2M9 22v-4M15 22v-4M6 9H2M6 15H2M22 9h-4M22 15h-4',
  board: 'M3 4h18v16H3zM8 8h5v5H8zM13 10h3l2-2M10 13v2l2 2h2M17 17v0M18 7v0',
  valve: 'M2 10v8M22 10v8M2 12h5M17 12h5M2 16h6l2 2h4l2-2h6M7 12l2-2h6l2 2M12 10V5M7 5h10',
  gauge: 'M4 19a10 10 0 1 1 16 0zM12 14l5-5M12 13a1 1 0 1 0 0 2 1 1 0 0 0 0-2',
  kit: 'M3 8h18v12H3zM8 8V4h8v4M8 14h3l2-2h3M8 14v0M16 12v0M8 17h8',
  cube: 'M12 2.5 20.5 7v10L12 21.5 3.5 17V7zM3.5 7l8.5 5 8.5-5M12 12v9',
  flask: 'M9 3h6M10 3v6L4 19l1 2h14l1-2-6-10V3M7 15h10',
  'cloud-off': 'M3 3l18 18M17 19H7a5 5 0 0 1-1-9.5M9 5.5a6 6 0 0 1 8.5 3 5 5 0 0 1 2.5 9',
  edit: 'M4 20v-4L16 4l4 4L8 20zM13 7l4 4',
  inbox: 'M3 14 6 4h12l3 10v6H3zM3 14h5l2 3h4l2-3h5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1 1M18 18l1 1M5 19l1-1M18 6l1-1',
  moon: 'M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10',
  contrast: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18v18M12 7h4M12 12h5.5M12 17h4',
  heart: 'M12 20C5 15 2 11 3 7c2-4 7-4 9 0 2-4 7-4 9 0 1 4-2 8-9 13',
  home: 'M3 11l9-8 9 8M6 9v12h12V9M10 21v-6h4v6',
  factory: 'M3 21V9l6 4V9l6 4V4h6v17zM8 17h2M14 17h2',
  truck: 'M2 6h12v11H2zM14 10h4l4 4v3h-8M6 16a2 2 0 1 0 0 4 2 2 0 0 0 0-4M18 16a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  chart: 'M3 3v18h18M7 16l4-5 4 3 6-8',
  award: 'M12 3a6 6 0 1 0 0 12 6 6 0 0 0 0-12M9 14l-2 8 5-3 5 3-2-8M12 7v4M10 9h4',
  handshake: 'M2 6l5-1 4 2 5-2 6 1v9h-3l-6 5-9-6H2M11 7 8 11l2 2 4-3 6 5',
  code: 'M8 6l-6 6 6 6M16 6l6 6-6 6M14 4l-4 16',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18c-5 5-5 13 0 18 5-5 5-13 0-18M3 12h18',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v6M12 7v0',
  warning: 'M12 3l10 18H2zM12 10v5M12 18v0',
  certificate: 'M3 4h18v12h-7M3 4v12h4M7 8h10M7 12h4M11 13a3 3 0 1 0 0 6 3 3 0 0 0 0-6M9 18v4l2-1 2 1v-4',
} as const;
