import { horns, mound } from '#domain/mark.ts'

type Props = { className?: string | undefined }

/** The mark alone; it has the colour of the text around it. */
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
      d={horns}
      stroke="currentColor"
      strokeWidth="5.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <path d={mound} fill="currentColor" />
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
      <path d={horns} strokeWidth="4" strokeLinejoin="round" />
      <path d={mound} fill="currentColor" stroke="none" />
    </g>
  </svg>
)
