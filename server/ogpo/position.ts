import { controlPointRadiusMetres } from '#domain/constants.ts'
import { distanceMetres, judgePosition } from '#domain/geo.ts'
import type { Context } from '../http/context.ts'
import { type Refused, refuseFor } from '../http/refuse.ts'
import type { Sale } from './sale.ts'

/**
 * Refuses a sale by where it is made: `positionUnusable` for an unusable position,
 * `nearControlPoint` with the distance and the radius in whole metres.
 */
export async function refusedPosition(
  { reference, clock, locale, askedAt }: Context,
  operation: Sale['operation'],
  required: boolean,
): Promise<Refused | null> {
  const { latitude, longitude, accuracy, dateTime } = operation
  const sent = latitude !== undefined && longitude !== undefined && accuracy !== undefined
  if (!sent && !required) return null
  const points = await reference.controlPoints(clock.today())
  // `dateTime` is the moment of measurement; without it the position is taken as measured when it
  // was sent. What goes on after its process died has not grown old by that.
  const finding = judgePosition(
    sent ? { latitude, longitude, accuracy, at: dateTime ? new Date(dateTime) : askedAt } : null,
    points,
    askedAt,
  )
  if (!finding) return null
  const refused = refuseFor(locale, [finding])
  const point = points.find(({ id }) => id === finding.reason)
  if (!sent || !point) return refused
  const place = {
    distance: Math.round(distanceMetres({ latitude, longitude }, point)),
    radius: point.radius ?? controlPointRadiusMetres,
  }
  return { ...refused, data: { ...refused.data, ...place } }
}
