import { addDays, type Day } from '#domain/calendar.ts'
import { overlap } from '#domain/ogpo/cover.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import type { Deps } from '../deps.ts'
import type { QuoteFacts } from '../quotes/facts.ts'

export type Warning = {
  kind: 'overlap' | 'gap'
  registrationNumber: string
  globalId: string
  days: number
  start: Day
  end: Day
}

/**
 * Policies of the cars that overlap the new one, or days without any: told before paying, never a
 * refusal. A silent database warns of nothing.
 */
export async function warningsFor(
  { systems }: Pick<Deps, 'systems'>,
  facts: QuoteFacts,
  today: Day,
): Promise<Warning[]> {
  const { term, replaces } = facts
  try {
    const found = await Promise.all(
      facts.vehicles.map(async (car) => {
        const policies = (
          await systems.esbd.policiesOfVehicle({ vehicleId: car.vehicleId }, addDays(today, -1))
        ).filter((policy) => policy.globalId !== replaces?.globalId)
        const warning = overlap(policies, term.start, { end: term.end, today })
        if (!warning) return []
        const [cause] = policies.filter((policy) =>
          warning.kind === 'overlap'
            ? policy.start <= warning.to && policy.end >= warning.from
            : policy.end < term.start,
        )
        return [
          {
            kind: warning.kind,
            registrationNumber: car.plate,
            globalId: cause?.globalId ?? '',
            days: warning.days,
            start: warning.from,
            end: warning.to,
          },
        ]
      }),
    )
    return found.flat()
  } catch (cause) {
    if (cause instanceof Unavailable || cause instanceof EsbdRefused) return []
    throw cause
  }
}
