/**
 * The interface's own line icons, drawn for the project on a 16-unit grid: what buttons and menus use.
 * Icons that people choose for their things are `Icon`. Decorative: give the button a label.
 *
 *   <Glyph name="search" />   <Glyph name="check" size={14} />
 */
const paths = {
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.6 10.6 14 14',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3 8.5 6.5 12 13 4.5',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  chevronDown: 'M4 6l4 4 4-4',
  chevronUp: 'M4 10l4-4 4 4',
  chevronRight: 'M6 4l4 4-4 4',
  chevronLeft: 'M10 4 6 8l4 4',
  chevronsUpDown: 'M5 6l3-3 3 3M5 10l3 3 3-3',
  arrowLeft: 'M13 8H3M7 4 3 8l4 4',
  arrowRight: 'M3 8h10M9 4l4 4-4 4',
  arrowUp: 'M8 13V3M4 7l4-4 4 4',
  arrowDown: 'M8 3v10M4 9l4 4 4-4',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6.2 6.2a1.9 1.9 0 1 1 2.7 1.7c-.6.3-.9.7-.9 1.3M8 11.3h.01',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.5v3.5M8 5h.01',
  warning: 'M8 2.5 14.2 13.3H1.8zM8 6.5v3M8 11.3h.01',
  error: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6 6l4 4M10 6l-4 4',
  success: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM5.3 8.2l1.9 1.9 3.5-3.9',
  user: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 14c.6-2.8 2.7-4.3 5.5-4.3s4.9 1.5 5.5 4.3',
  users:
    'M6 7.5A2.5 2.5 0 1 0 6 2.5a2.5 2.5 0 0 0 0 5zM1.5 13.5c.4-2.5 2.1-3.8 4.5-3.8s4.1 1.3 4.5 3.8M10.5 2.7a2.5 2.5 0 0 1 0 4.6M12.3 10c1.2.6 2 1.8 2.2 3.5',
  signOut: 'M6 2.5H3.5v11H6M10 5l3 3-3 3M13 8H6.5',
  settings:
    'M2.5 4.5h5M11.5 4.5h2M2.5 11.5h2M8.5 11.5h5M9.5 6.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM6.5 13.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  home: 'M2.5 7 8 2.5 13.5 7v6.5h-4v-4h-3v4h-4z',
  dashboard: 'M2.5 2.5h4.5v6H2.5zM9 2.5h4.5v3.5H9zM9 8h4.5v5.5H9zM2.5 10.5H7v3H2.5z',
  bookmark: 'M4 2.5h8v11L8 10.5l-4 3z',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.8V8l2.3 1.5',
  table: 'M2.5 3h11v10h-11zM2.5 6.5h11M6.5 6.5V13',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  board: 'M2.5 3h3v10h-3zM6.7 3h3v7h-3zM10.9 3h2.6v4.5h-2.6z',
  gallery: 'M2.5 2.5h4.3v4.3H2.5zM9.2 2.5h4.3v4.3H9.2zM2.5 9.2h4.3v4.3H2.5zM9.2 9.2h4.3v4.3H9.2z',
  map: 'M2.5 4.2 6 2.8l4 1.6 3.5-1.4v8.8L10 13.2l-4-1.6-3.5 1.4zM6 2.8v8.8M10 4.4v8.8',
  lock: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  external: 'M9.5 2.5h4v4M13.5 2.5 7.5 8.5M11.5 9.5v4h-9v-9h4',
  edit: 'M10.5 3l2.5 2.5L5.5 13H3v-2.5zM9 4.5 11.5 7',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4',
  undo: 'M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M5.5 3.5l-3 3 3 3',
  redo: 'M13 6.5H6.5a3.5 3.5 0 0 0 0 7H10M10.5 3.5l3 3-3 3',
  fullscreen: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  exitFullscreen: 'M6 2.5V6H2.5M13.5 6H10V2.5M10 13.5V10h3.5M2.5 10H6v3.5',
  filter: 'M2 4h12M4.5 8h7M6.8 12h2.4',
  sort: 'M5 13V3M2.5 5.5 5 3l2.5 2.5M11 3v10M8.5 10.5 11 13l2.5-2.5',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  eyeOff:
    'M6.3 3.7A6.6 6.6 0 0 1 8 3.5C12 3.5 14.5 8 14.5 8a12 12 0 0 1-1.8 2.3M4 5a11 11 0 0 0-2.5 3S4 12.5 8 12.5c1.2 0 2.2-.4 3.1-.9M2.5 2.5l11 11',
  mail: 'M2 3.5h12v9H2zM2 4.5l6 4.5 6-4.5',
  send: 'M14 2 7.3 8.7M14 2l-4.3 12-2.4-5.3L2 6.3z',
  archive: 'M2 3h12v3H2zM3 6v7.5h10V6M6.5 9h3',
  draft: 'M9 2.5H3.5v11h9V6zM9 2.5V6h3.5M6 9h4M6 11.3h2.5',
  template: 'M2.5 2.5h11v3h-11zM2.5 8h4.5v5.5H2.5zM9.5 8h4M9.5 10.7h4M9.5 13.5h4',
  form: 'M2.5 2.5h11v3.5h-11zM2.5 8h11v2.5h-11zM2.5 13.5h4.5',
  timeline: 'M2.5 2.5v11M5 4.5h5M7 8h6.5M5 11.5h4',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  upload: 'M8 10V2.5M4.8 5.5 8 2.5l3.2 3M2.5 10v3.5h11V10',
  download: 'M8 2.5V10M4.8 7 8 10l3.2-3M2.5 10v3.5h11V10',
  copy: 'M5.5 5.5h8v8h-8zM3 10.5h-.5v-8h8V3',
  sidebar: 'M2 3h12v10H2zM6 3v10',
  save: 'M2.5 2.5H11l2.5 2.5v8.5h-11zM5 2.5V6h5V2.5M5 13.5v-4h6v4',
  swap: 'M3 5.5h9.5M10 3l2.5 2.5L10 8M13 10.5H3.5M6 8l-2.5 2.5L6 13',
  shield: 'M8 2l5 1.8v4c0 3.2-2.1 5.2-5 6.2-2.9-1-5-3-5-6.2v-4z',
  team: 'M3 13.5v-11h6v11M9 6h4v7.5M1.5 13.5h13M5.2 5.2h1.6M5.2 8h1.6M5.2 10.8h1.6',
  wizard: 'M2.5 13.5l7-7M11.5 1.8v3M10 3.3h3M13 8.2v2.6M11.7 9.5h2.6M5.5 2.5v2M4.5 3.5h2',
  drag: 'M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6L13 6M13 2.5V6H9.5',
  link: 'M6.7 9.3a2.6 2.6 0 0 0 3.7 0l2.3-2.3A2.6 2.6 0 0 0 9 3.3l-.8.8M9.3 6.7a2.6 2.6 0 0 0-3.7 0L3.3 9A2.6 2.6 0 0 0 7 12.7l.8-.8',
  pin: 'M6 2.5h4l-.5 4.5 2 2.5h-7l2-2.5zM8 9.5v4',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  history: 'M2.8 6A5.5 5.5 0 1 1 2.5 8M2.5 3v3h3M8 5v3.2l2 1.3',
  role: 'M8 7a2.3 2.3 0 1 0 0-4.6A2.3 2.3 0 0 0 8 7zM4 13.5v-1.2A3 3 0 0 1 7 9.3h2a3 3 0 0 1 3 3v1.2M5.5 13.5h5',
  language:
    'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM2 8h12M8 2c1.8 1.7 2.5 3.7 2.5 6s-.7 4.3-2.5 6C6.2 12.3 5.5 10.3 5.5 8S6.2 3.7 8 2z',
  moon: 'M13.3 9.8A5.8 5.8 0 0 1 6.2 2.7a5.8 5.8 0 1 0 7.1 7.1z',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1 1.3H3zM6.7 14h2.6',
} as const

export type GlyphName = keyof typeof paths

export function Glyph({
  name,
  size = 16,
  className,
}: {
  name: GlyphName
  size?: number
  className?: string
}) {
  const isDots = name === 'more' || name === 'drag'
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={isDots ? 2 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
      style={{ flex: 'none', display: 'block' }}
    >
      <path d={paths[name]} />
    </svg>
  )
}
