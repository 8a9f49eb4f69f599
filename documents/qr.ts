import { encode } from 'uqr'

/**
 * QR code of a text as an SVG with one path of black runs: level M survives a fold or a stain. It
 * has no margin of its own: the templates leave more than the four white modules that ISO/IEC 18004
 * asks for.
 */
export function qrSvg(text: string): string {
  if (last.text !== text) last = { text, svg: drawn(text) }
  return last.svg
}

/**
 * The documents of one policy carry the same code one after the other, and drawing it costs a sixth
 * of a document.
 */
let last = { text: '', svg: '' }

function drawn(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#000" d="${runs.join('')}"/></svg>`
}
