/**
 * The horn line: a mound of the steppe and the two curls of a ram's horn above it, drawn as one
 * stroke without lifting the pen. Logo, watermark, empty state and the end of a purchase use the
 * same line.
 */
const line =
  'M20 22.5A4 4 0 0 1 12 22.5A7 7 0 0 1 26 22.5A10 10 0 0 1 6 22.5A13 13 0 0 1 32 22.5C32 37 22 45 6 47H58C42 45 32 37 32 22.5A13 13 0 0 1 58 22.5A10 10 0 0 1 38 22.5A7 7 0 0 1 52 22.5A4 4 0 0 1 44 22.5'

type Props = { className?: string | undefined }

/** The mark alone; it takes the colour of the text around it. */
export const LogoMark = ({ className }: Props) => (
  <svg
    className={className}
    viewBox="0 0 64 52"
    width="64"
    height="52"
    fill="none"
    aria-hidden="true"
  >
    <path
      d={line}
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

/** The mark standing on the horizon: empty states and ends of things. */
export const LogoDrawing = ({ className }: Props) => (
  <svg
    className={className}
    viewBox="0 0 240 84"
    width="240"
    height="84"
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="M4 70H236M22 78H96M150 78H206" strokeWidth="1.5" opacity=".6" />
    <path
      d="M16 70C34 70 40 60 56 60S80 70 92 70M164 70C176 70 180 63 192 63S212 70 224 70"
      strokeWidth="1.5"
      opacity=".6"
    />
    <g transform="translate(77 11) scale(1.34 1.26)">
      <path d={line} strokeWidth="2.2" strokeLinejoin="round" />
    </g>
  </svg>
)
