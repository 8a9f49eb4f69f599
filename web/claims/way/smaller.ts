import { photographOf } from '#domain/claim-way/photographs.ts'
import type { Point } from '#domain/geo.ts'

/** The longer side of a photograph that shows every scratch, and still goes over a bad line. */
const LONGEST = 2_048
const QUALITY = 0.82
/** A smaller file is sent as it is. */
const SMALL_BYTES = 600_000

/**
 * Shrinks a photograph on the phone before upload, upright and as JPEG; a file the browser cannot
 * open is sent as it is, and the server reports its error (decision 220).
 */
export async function smaller(file: File): Promise<File> {
  if (file.type === 'application/pdf' || file.size <= SMALL_BYTES) return file
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(
    () => null,
  )
  if (!picture) return file
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', QUALITY),
  )
  if (!blob || blob.size >= file.size) return file
  return new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: blob.type })
}

/** Metadata of the camera lies within so many bytes. */
const NOTES_BYTES = 262_144

/** Returns where a photograph was taken, by its metadata; null without a position in it. */
export async function takenAt(file: File): Promise<Point | null> {
  const found = photographOf(new Uint8Array(await file.slice(0, NOTES_BYTES).arrayBuffer()))
  return typeof found === 'string' ? null : found.takenAt
}
