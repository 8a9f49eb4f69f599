import { insuredIins } from '#domain/ogpo/eligibility.ts'
import { namesOf, unnamed } from '#domain/person.ts'
import { Unavailable } from '#systems/http.ts'
import { heldConsent } from '../consent/held-consent.ts'
import type { Context } from '../http/context.ts'
import type { CaseSeen } from '../kyc/cases.ts'
import { askPerson } from '../persons/ask-person.ts'
import type { Asked } from '../persons/asked.ts'
import type { Channel } from './channel.ts'
import { findCar } from './find-car.ts'
import { heldFacts } from './gather-facts.ts'
import type { Sale } from './sale.ts'

export type Gathered = Awaited<ReturnType<typeof gather>>

/**
 * What the registers, the unified database and the lists say of everybody and every car of a sale.
 * Everything that does not depend on an answer is asked at once.
 */
export async function gather(
  sale: Sale,
  context: Context,
  systems: Context['systems'],
  channel: Channel,
) {
  const { db, clock, me } = context
  const now = clock.now()
  const today = clock.today()
  const policyholder = sale.insurant
  const iins = insuredIins(sale)
  const experienced = (iin: string) =>
    sale.drivers.find((row) => row.iin === iin)?.experienceOver2Years ??
    (iin === policyholder.iin ? policyholder.experienceOver2Years : undefined)
  const says = (iin: string) =>
    (iin === policyholder.iin && policyholder.privilege) ||
    sale.drivers.some((row) => row.iin === iin && row.privilege)
  const everyone = [...new Set([policyholder.iin, ...iins])]
  const about = { iins: everyone, applicationId: sale.operation.applicationId }
  const held = await heldFacts(db, about, me(), now)
  const { asker, typed, consents, tokens, cases, differed } = held
  const agreed = (iin: string) => consents.get(iin) === 'approved'
  // Without the consent of somebody who says to have a privilege nothing is told about it, not even
  // by the price.
  const consentOf = (iin: string) =>
    channel.consentRequired || says(iin) ? (consents.get(iin) ?? 'missing') : 'approved'
  const [people, cars, phone, scored] = await Promise.all([
    Promise.all(
      everyone.map((iin) =>
        askPerson(
          { systems },
          {
            iin,
            drives: iins.includes(iin),
            experienced: experienced(iin),
            privilege: says(iin) && agreed(iin),
            saves: agreed(iin) || !channel.consentRequired,
            consent: () => heldConsent(context, asker, iin, consentOf(iin) === 'approved', tokens),
            ...(iin === policyholder.iin ? { contact: { phone: policyholder.phone } } : {}),
          },
          today,
          { typed: typed.get(iin) ?? null },
        ),
      ),
    ),
    Promise.all(
      sale.vehicles.map(({ registrationNumber: plate, techPassport, ownerIin: owner }) =>
        findCar(systems, { plate, techPassport, owner }, everyone.filter(agreed), (iin) =>
          heldConsent(context, asker, iin, true, tokens),
        ),
      ),
    ),
    systems.bmg.owns(policyholder.iin, policyholder.phone),
    scoreOf(context, sale, iins),
  ])
  const screenings = await Promise.all(
    people.map((person) => screen(context, person, cases.get(person.iin) ?? null)),
  )
  return { iins, people, cars, phone, scored, screenings, consentOf, differed }
}

const screen = (
  { screening }: Context,
  { iin, byHand, birthDate, record }: Asked,
  seen: CaseSeen | null,
) =>
  screening.check(
    birthDate && record
      ? {
          iin,
          typed: byHand,
          ...namesOf(record),
          birthDate,
        }
      : { iin, ...unnamed, birthDate: birthDate ?? '1900-01-01' },
    seen,
  )

async function scoreOf(
  { systems }: Context,
  sale: Sale,
  iins: string[],
): Promise<'ok' | 'bad' | 'unavailable'> {
  try {
    return await systems.scoring.score({
      policyholder: sale.insurant.iin,
      drivers: iins,
      plates: sale.vehicles.map((car) => car.registrationNumber),
      key: sale.operation.applicationId,
    })
  } catch (cause) {
    if (cause instanceof Unavailable) return 'unavailable'
    throw cause
  }
}
