import { z } from 'zod'
import { shows } from '#domain/claim-way/photographs.ts'
import { answerWith, call, done } from './call.ts'
import { FileScan } from './claims.ts'
import { Uuid } from './fields.ts'

/** Photographs of a claim that is being written: where each was taken, how it is sent. */
const ofClaim = ['user', 'claim'] as const

export const degrees = (most: number) => z.number().min(-most).max(most)

export const ClaimPhotograph = z.object({
  id: Uuid,
  shows: z.enum(shows),
  name: z.string(),
  size: z.int(),
  scan: FileScan,
})
const place = z.object({ latitude: degrees(90), longitude: degrees(180) })
/** `latitude,longitude` in degrees. */
const PlaceInText = z
  .string()
  .max(60)
  .transform((text) => {
    const [latitude, longitude] = text.split(',').map(Number)
    return { latitude, longitude }
  })
  .pipe(place)

/**
 * The text fields of the form; the file is `photograph`, at most 10 MB. `taken_at`: where the camera
 * stood by the notes that the page took off with making the photograph smaller.
 */
export const PhotographFields = z.strictObject({
  draft_id: Uuid,
  id: Uuid,
  shows: z.enum(shows, { error: 'required' }),
  taken_at: PlaceInText.optional(),
})
export const addPhotograph = call({
  path: '/api/cabinet/claim/draft/photograph',
  method: 'POST',
  may: ofClaim,
  about:
    'One photograph of a claim that is begun, as multipart/form-data (file `photograph`: jpeg or png, a paper also pdf). Its id is the client’s own: sent again, it is the same photograph. Answered when it is kept.',
  body: PhotographFields,
  reply: answerWith({ photograph: ClaimPhotograph }),
})
export const dropPhotograph = call({
  path: '/api/cabinet/claim/draft/dropPhotograph',
  method: 'POST',
  may: ofClaim,
  about: 'Takes a photograph away; one that is gone is taken away.',
  body: z.strictObject({ draft_id: Uuid, id: Uuid }),
  reply: done,
})
