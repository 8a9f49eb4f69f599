import { z } from 'zod'
import { call, done } from './call.ts'
import { Position } from './ogpo-calculate.ts'

/**
 * Spec section 3, "Geolocation record": a measured position, or the error that stood in its place.
 */
export const saveGeo = call({
  path: '/api/geolocation/saveGeo',
  method: 'POST',
  may: ['purchase', 'user', 'promoter'],
  about:
    'Keeps a measured position or the error that stood in its place. 403 when operator_iin is not the one signed in.',
  body: z
    .strictObject({
      /** The promoter's IIN, or the buyer's; empty while the page does not know it. */
      operator_iin: z
        .string()
        .regex(/^\d{12}$/, { error: 'iin' })
        .nullish(),
      latitude: Position.latitude.nullish(),
      longitude: Position.longitude.nullish(),
      /** Metres, like altitudeAccuracy. */
      accuracy: z.number().min(0).nullish(),
      altitude: z.number().nullish(),
      altitudeAccuracy: z.number().min(0).nullish(),
      /** Degrees from north. */
      heading: z.number().min(0).max(360).nullish(),
      /** Metres per second. */
      speed: z.number().min(0).nullish(),
      error: z.string().max(300).nullish(),
      /**
       * `NO_IIN`, `UNSUPPORTED`, `PERMISSION_DENIED`, `POSITION_UNAVAILABLE`, `TIMEOUT`,
       * `UNKNOWN_ERROR`, `NEAR_CON`, or the browser's number.
       */
      error_code: z.union([z.string().max(40), z.int32()]).nullish(),
      source: z.string({ error: 'required' }).min(1, { error: 'required' }).max(40),
    })
    .refine((record) => (record.latitude ?? record.error ?? record.error_code ?? null) !== null, {
      path: ['latitude'],
      error: 'position',
    })
    .refine((record) => (record.latitude == null) === (record.longitude == null), {
      path: ['longitude'],
      error: 'position',
    }),
  reply: done,
})
