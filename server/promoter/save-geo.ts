import { HttpError } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

/**
 * Keeps what a device measured, or why it did not, with every field it gave (spec section 3,
 * "Geolocation record").
 */
export const saveGeo = handle('saveGeo', async (record, { db, clock, me }) => {
  if (record.operator_iin && record.operator_iin !== me().iin) throw new HttpError(403)
  await db
    .insertInto('positions')
    .values({
      iin: me().iin,
      latitude: record.latitude ?? null,
      longitude: record.longitude ?? null,
      accuracy: record.accuracy ?? null,
      altitude: record.altitude ?? null,
      altitude_accuracy: record.altitudeAccuracy ?? null,
      heading: record.heading ?? null,
      speed: record.speed ?? null,
      error: record.error ?? null,
      error_code:
        record.error_code === undefined || record.error_code === null
          ? null
          : String(record.error_code),
      source: record.source,
      at: clock.now(),
    })
    .execute()
  return { success: true as const }
})
