import { type DeskName, desks, users } from '../desks.ts'

/** Icons of the frame, one stroke each; a desk has its own. */
const strokes = {
  overview: 'M4 20V11M9.3 20V5M14.7 20v-6M20 20V8M2.5 20h19',
  exports: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14',
  reconciliation: 'M4 8h11m0 0-3-3m3 3-3 3M20 16H9m0 0 3-3m-3 3 3 3',
  movements: 'M4 6.5h16M4 12h16M4 17.5h16M8 4v5M16 9.5v5M10.5 15v5',
  insurers: 'M4 20V9l8-5 8 5v11M4 20h16M9 20v-7M15 20v-7M12 8.5v.01',
  refunds: 'M4 9h11a5 5 0 0 1 0 10H8M4 9l4-4M4 9l4 4',
  promoters: users,
  statements: 'M4.5 6.5h15v12h-15zM4.5 10.5h15M8 15h3M15 15h1.5',
  periods: 'M5 6h14v14H5zM5 10.5h14M9 3.5V7M15 3.5V7M9.5 15.5l2 2 3.5-4',
  duties: 'M5 6h14v14H5zM5 10.5h14M9 3.5V7M15 3.5V7M12 13v3l2 1.5',
  inbox: 'M4 5h16v14H4zM4 13h4.5l1.5 2.5h4l1.5-2.5H20',
  rail: 'M4 5.5h16v13H4zM9.5 5.5v13',
  sun: 'M12 16.2a4.2 4.2 0 1 0 0-8.4 4.2 4.2 0 0 0 0 8.4ZM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4',
  moon: 'M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7Z',
  screen: 'M3.5 5h17v11h-17zM9 20h6M12 16v4',
  keys: 'M3.5 6.5h17v11h-17zM7 10v.01M10.5 10v.01M14 10v.01M17.5 10v.01M7 14h10',
  out: 'M10 4.5H5v15h5M14.5 8l4 4-4 4M18.5 12H9.5',
  eye: 'M2.5 12s3.5-6 9.5-6 9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6ZM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
  closed:
    'M4 4l16 16M9.9 6.3A9.6 9.6 0 0 1 12 6c6 0 9.5 6 9.5 6a16 16 0 0 1-3 3.6M6 8a16 16 0 0 0-3.5 4s3.5 6 9.5 6a9.3 9.3 0 0 0 4-.9',
  dots: 'M5 12v.01M12 12v.01M19 12v.01',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.3 15.3 20 20',
  land: 'M0 33H200M18 38H84M128 38H176M10 33C30 33 38 20 58 20S88 33 104 33M126 33C140 33 146 25 160 25S178 33 192 33',
} as const satisfies Record<string, string>

export type Drawing = DeskName | keyof typeof strokes

const drawn: Record<Drawing, string> = {
  ...strokes,
  ...(Object.fromEntries(
    Object.entries(desks).map(([name, { stroke }]) => [name, stroke]),
  ) as Record<DeskName, string>),
}

/** A drawing of the frame, as large as its place. */
export const Stroke = ({
  of,
  className,
  box = '0 0 24 24',
}: {
  of: Drawing
  className?: string | undefined
  box?: string
}) => (
  <svg
    className={className}
    viewBox={box}
    width="18"
    height="18"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.9"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={drawn[of]} />
  </svg>
)
