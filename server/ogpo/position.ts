import { judgePosition } from '#domain/geo.ts'
import type { Finding } from '#domain/refusals.ts'
import type { Context } from '../route.ts'
import type { Sale } from './calculate.ts'

/** A position that is sent is always judged; public sales must send one only where the setting says so (decisions, "Position"). */
export async function judgeSalePosition({ reference, clock }: Context, operation: Sale['operation'], now: Date): Promise<Finding | null> {
  const { latitude, longitude, accuracy, dateTime } = operation
  const sent = latitude !== undefined && longitude !== undefined && accuracy !== undefined
  if (!sent && !(await reference.positionRequired())) return null
  const points = await reference.controlPoints(clock.today())
  // `dateTime` is the moment of measurement; without it the position is taken as measured now.
  return judgePosition(sent ? { latitude, longitude, accuracy, at: dateTime ? new Date(dateTime) : now } : null, points, now)
}
