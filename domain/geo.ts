import { controlPointRadiusMetres } from './constants.ts'
import type { Finding } from './finding.ts'
import { positionMs, positionReuseMs } from './lifetimes.ts'
import * as refusals from './refusals.ts'

/** Degrees. */
export type Point = { latitude: number; longitude: number }
/** A measured position; `accuracy` in metres, `at` the instant of measurement. */
export type Position = Point & { accuracy: number; at: Date }
/** A circle around a service centre; `radius` in metres, spec section 9 where left out. */
export type ControlPoint = Point & { id: string; radius?: number }

const earthRadiusMetres = 6_371_008.8
const maxAccuracyMetres = 1000

/** Metres between two points on the sphere (haversine). */
export function distanceMetres(a: Point, b: Point): number {
  const dLat = radians(b.latitude - a.latitude)
  const dLon = radians(b.longitude - a.longitude)
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(dLon / 2) ** 2
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(h)))
}

/**
 * `positionUnusable` for a position that is missing, not a place, older than 60 s or worse than 1
 * 000 m; `nearControlPoint` at 200 m or less from an active control point, accuracy not subtracted
 * (settled.md, "Identity"); null when the sale may go on. `reason` names which.
 */
export function judgePosition(
  position: Position | null,
  active: ControlPoint[],
  now: Date,
): Finding | null {
  if (position === null || !isPlace(position))
    return { code: refusals.positionUnusable, reason: 'missing' }
  if (Math.abs(now.getTime() - position.at.getTime()) > positionMs)
    return { code: refusals.positionUnusable, reason: 'too_old' }
  if (!(position.accuracy <= maxAccuracyMetres))
    return { code: refusals.positionUnusable, reason: 'too_inaccurate' }
  const near = active.find(
    (point) => distanceMetres(position, point) <= (point.radius ?? controlPointRadiusMetres),
  )
  return near ? { code: refusals.nearControlPoint, reason: near.id } : null
}

/** The order uses the calculation's position, at most 30 minutes old. */
export function positionReusable(judgedAt: Date, now: Date): boolean {
  return now.getTime() - judgedAt.getTime() <= positionReuseMs
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const isPlace = ({ latitude, longitude }: Point): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
