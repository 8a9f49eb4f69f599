import type { Locale } from '#domain/locale.ts'
import type { PositionError } from '../../dialogs/geolocation.tsx'
import { api } from '../../http/api.ts'
import { askPosition, type Place } from '../../position.ts'
import { portal } from '../portal.ts'

const source = 'pro_ogpo'
type Measured = Pick<Place, 'latitude' | 'longitude' | 'accuracy'> & {
  dateTime: string | undefined
}
export type Located = { place: Measured } | { code: PositionError; message: string }

/**
 * Who sells, then where (specification, section 4, steps 1 and 2). The record of section 3 is kept
 * on success and on error; a failure to keep it stops nobody.
 */
export async function locate(promoterIin: string | null, locale: Locale): Promise<Located> {
  const failed = async (code: PositionError): Promise<Located> => {
    const message = await wordsOf(code, locale)
    void portal('saveGeo', {
      operator_iin: promoterIin || null,
      error: message,
      error_code: code,
      source,
    }).catch(() => {})
    return { code, message }
  }
  if (!promoterIin) return failed('NO_IIN')
  const [found, aheadMs] = await Promise.all([askPosition(), productAheadMs()])
  if (typeof found === 'string') return failed(found)
  const { ageMs, ...measured } = found
  void portal('saveGeo', { operator_iin: promoterIin, ...sound(measured), source }).catch(() => {})
  return {
    place: {
      latitude: found.latitude,
      longitude: found.longitude,
      accuracy: Math.round(found.accuracy),
      dateTime: aheadMs === null ? undefined : new Date(Date.now() + aheadMs - ageMs).toISOString(),
    },
  }
}

/**
 * How far the product's clock is ahead of the device's, by which a position is judged; null where
 * it was not told: then the server takes the position as measured now.
 */
const productAheadMs = (): Promise<number | null> =>
  api('clock', {}).then(
    ({ data }) => Date.parse(data.now) - Date.now(),
    () => null,
  )

/** The message of a code, loaded when there is something to say. */
const wordsOf = async (code: PositionError, locale: Locale): Promise<string> =>
  (await import('../../dialogs/texts.ts')).default[locale].position.messages[code]

/** Some devices say «not a number» where they stand still. */
const sound = <T extends Record<string, number | null | undefined>>(measured: T): T =>
  Object.fromEntries(
    Object.entries(measured).filter(
      ([, value]) => typeof value === 'number' && Number.isFinite(value),
    ),
  ) as T // the same keys, fewer of them
