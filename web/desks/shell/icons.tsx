import type { DeskName } from '../desks.ts'

const users = 'M12 11a3.7 3.7 0 1 0 0-7.4A3.7 3.7 0 0 0 12 11ZM5 20a7 7 0 0 1 14 0'

/** What each desk and each part of the frame is drawn as, one stroke each. */
const strokes = {
  'staff-today': 'M3 18h18M6.5 18a5.5 5.5 0 0 1 11 0M12 4v3.5M4.6 8.6l2.2 2.2M19.4 8.6l-2.2 2.2',
  'staff-orders': 'M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9.5 8.5h5M9.5 12.5h5',
  'staff-claims':
    'M3.5 17v-3.3a2 2 0 0 1 1.2-1.8l1.3-.6 1.5-3.4A2 2 0 0 1 9.3 6.7H14M9 17h6M5.5 17h-2M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM19 17h1.5v-3M18 3v4.5M18 10.7v.01',
  kyc: 'M10 11.5a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4ZM3.5 20a6.5 6.5 0 0 1 8-6.3M16.5 19.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM18.8 18.7l2.2 2.2',
  'staff-clients':
    'M9 11.5a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.7 3.7 0 0 1 0 6.7M18.5 14.4a6.5 6.5 0 0 1 3 5.6',
  'staff-status': 'M3 12.5h4l2.5-7 4.5 13 2.5-6H21',
  'staff-reference':
    'M5 4.5h9.5A2.5 2.5 0 0 1 17 7v13H7.5A2.5 2.5 0 0 1 5 17.5zM5 17.5A2.5 2.5 0 0 1 7.5 15H17M8.5 8.5h5M19.5 7.5V20',
  'staff-users': `${users}M17.5 5.5l1.5 1.5 3-3`,
  'staff-audit':
    'M7 3.5h9l3 3V14M7 3.5V20.5h5M10 8.5h5M10 12h3M17.5 21.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  'claim-report':
    'M14 3.5H7a1.5 1.5 0 0 0-1.5 1.5v14A1.5 1.5 0 0 0 7 20.5h10a1.5 1.5 0 0 0 1.5-1.5V8L14 3.5Zm0 0V8h4.5M9 12.5h6M9 16h4',
  'orders-report': 'M4.5 4.5h15v15h-15zM4.5 9.5h15M4.5 14.5h15M10 9.5v10',
  overview: 'M4 20V11M9.3 20V5M14.7 20v-6M20 20V8M2.5 20h19',
  exports: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14',
  reconciliation: 'M4 8h11m0 0-3-3m3 3-3 3M20 16H9m0 0 3-3m-3 3 3 3',
  insurers: 'M4 20V9l8-5 8 5v11M4 20h16M9 20v-7M15 20v-7M12 8.5v.01',
  refunds: 'M4 9h11a5 5 0 0 1 0 10H8M4 9l4-4M4 9l4 4',
  promoters: users,
  statements: 'M4.5 6.5h15v12h-15zM4.5 10.5h15M8 15h3M15 15h1.5',
  periods: 'M5 6h14v14H5zM5 10.5h14M9 3.5V7M15 3.5V7M9.5 15.5l2 2 3.5-4',
  inbox: 'M4 5h16v14H4zM4 13h4.5l1.5 2.5h4l1.5-2.5H20',
  rail: 'M4 5.5h16v13H4zM9.5 5.5v13',
  keys: 'M3.5 6.5h17v11h-17zM7 10v.01M10.5 10v.01M14 10v.01M17.5 10v.01M7 14h10',
  out: 'M10 4.5H5v15h5M14.5 8l4 4-4 4M18.5 12H9.5',
  eye: 'M2.5 12s3.5-6 9.5-6 9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6ZM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
  closed:
    'M4 4l16 16M9.9 6.3A9.6 9.6 0 0 1 12 6c6 0 9.5 6 9.5 6a16 16 0 0 1-3 3.6M6 8a16 16 0 0 0-3.5 4s3.5 6 9.5 6a9.3 9.3 0 0 0 4-.9',
  dots: 'M5 12v.01M12 12v.01M19 12v.01',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.3 15.3 20 20',
  land: 'M0 33H200M18 38H84M128 38H176M10 33C30 33 38 20 58 20S88 33 104 33M126 33C140 33 146 25 160 25S178 33 192 33',
} as const satisfies Record<DeskName, string> & Record<string, string>

export type Drawing = keyof typeof strokes

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
    <path d={strokes[of]} />
  </svg>
)
