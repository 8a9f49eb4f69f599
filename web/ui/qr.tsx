import { encode } from 'uqr'

type Props = { text: string; label: string; className?: string | undefined }

/** A text as a QR code, dark on its own white ground: level M survives a scratch on the screen. */
export function Qr({ text, label, className }: Props) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`),
  )
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={className} role="img" aria-label={label}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" shapeRendering="crispEdges" d={runs.join('')} />
    </svg>
  )
}
