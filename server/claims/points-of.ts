import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { pixelsMax } from '#domain/claim-way/photographs.ts'
import { notDecoded, printSide } from '#domain/claims/likeness.ts'

/**
 * A process of its own: a photograph comes in, its points of brightness go out, in hex. Whatever the
 * picture does to its decoder ends this process alone (decision 227).
 */
sharp.concurrency(1)
sharp.cache(false)
const picture = await buffer(process.stdin)
try {
  const points = await sharp(picture, {
    limitInputPixels: pixelsMax,
    sequentialRead: true,
    failOn: 'truncated',
  })
    .timeout({ seconds: 15 })
    .autoOrient()
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(printSide, printSide, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer()
  process.stdout.write(points.toString('hex'))
} catch {
  process.exitCode = notDecoded
}
