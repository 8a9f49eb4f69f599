import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { pixelsMax } from '#domain/claim-way/photographs.ts'
import { notDecoded, printSide, smallSide } from '#domain/claims/likeness.ts'

/**
 * A process of its own: reads a photograph; writes its points of brightness in hex, and on the next
 * line the small photograph, as WebP in base64. A picture that crashes the decoder ends this
 * process alone.
 */
sharp.concurrency(1)
sharp.cache(false)
const picture = await buffer(process.stdin)
const opened = () =>
  sharp(picture, { limitInputPixels: pixelsMax, sequentialRead: true, failOn: 'truncated' })
    .timeout({ seconds: 15 })
    .autoOrient()
    .flatten({ background: '#fff' })
try {
  const points = await opened()
    .greyscale()
    .resize(printSide, printSide, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer()
  // As new pixels alone: no position, no name of a camera goes along.
  const small = await opened()
    .resize(smallSide, smallSide, { fit: 'cover' })
    .webp({ quality: 60 })
    .toBuffer()
  process.stdout.write(`${points.toString('hex')}\n${small.toString('base64')}`)
} catch {
  process.exitCode = notDecoded
}
