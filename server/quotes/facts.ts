import { z } from 'zod'
import { fullYears } from '#domain/calendar.ts'
import { experiencedYears } from '#domain/constants.ts'
import type { Insured } from '#domain/ogpo/tariff.ts'

/**
 * What a quote was made from, kept with it: the price is recomputed and the policy issued from
 * this, never from what a browser says.
 */
export const PersonRecord = z.object({
  iin: z.string(),
  /**
   * In the unified database; 0 while it does not know the person, who is then written there before
   * the policy (before-issue.ts).
   */
  clientId: z.number(),
  surname: z.string(),
  name: z.string(),
  patronymic: z.string(),
  birthDate: z.string(),
  document: z
    .object({
      type: z.string(),
      number: z.string(),
      issueDate: z.string().nullable(),
      issuer: z.string(),
    })
    .nullable(),
  /**
   * `experienceFrom`: the latest day it can have begun; `experienceDeclared`: that is the driver's
   * word, the licence does not tell.
   */
  licence: z
    .object({
      number: z.string(),
      issueDate: z.string(),
      validTo: z.string().nullable(),
      experienceFrom: z.string(),
      experienceDeclared: z.boolean().optional(),
    })
    .nullable(),
  bonusMalus: z.object({ kind: z.string(), class: z.string() }),
  privilege: z.boolean(),
  /** Typed by hand while the register of persons was silent. */
  typed: z.boolean().optional(),
})
export type PersonRecord = z.infer<typeof PersonRecord>

export const VehicleRecord = z.object({
  vehicleId: z.number(),
  plate: z.string(),
  techPassport: z.string(),
  vin: z.string(),
  type: z.string(),
  make: z.string(),
  model: z.string(),
  year: z.number(),
  region: z.string(),
  settlement: z.enum(['CITY', 'OTHER']),
})
export type VehicleRecord = z.infer<typeof VehicleRecord>

export const QuoteFacts = z.object({
  quotedOn: z.string(),
  policyholder: PersonRecord,
  willDrive: z.boolean(),
  phone: z.string(),
  /** Every insured person, the driving policyholder among them. */
  insured: z.array(PersonRecord),
  vehicles: z.array(VehicleRecord),
  term: z.object({ start: z.string(), end: z.string(), months: z.number(), seasonal: z.boolean() }),
  insurer: z.object({
    id: z.number(),
    code: z.string(),
    name: z.object({ kz: z.string(), ru: z.string() }),
    esbdSystemId: z.number(),
    commissionPercent: z.string(),
    middlemanContract: z.string(),
    correctionDeviation: z.string(),
  }),
  ogpoPlus: z.object({ payout: z.number(), premium: z.number() }).nullable(),
  badScoring: z.boolean(),
  replaces: z
    .object({
      globalId: z.string(),
      policyId: z.number(),
      premium: z.number(),
      start: z.string(),
      end: z.string(),
      orderId: z.string().nullable(),
      sameInsurer: z.boolean(),
    })
    .nullable(),
})
export type QuoteFacts = z.infer<typeof QuoteFacts>

export const fullName = (person: { surname: string; name: string; patronymic: string }): string =>
  [person.surname, person.name, person.patronymic].filter(Boolean).join(' ')

/** Everybody a contract is about, each once: the policyholder who drives is one person. */
export const everybodyOf = ({ policyholder, insured }: QuoteFacts): PersonRecord[] => [
  policyholder,
  ...insured.filter(({ iin }) => iin !== policyholder.iin),
]

/**
 * Insured people whose experience is their own word, the licence does not tell. `long`: two years
 * or more.
 */
export const declaredExperience = ({
  insured,
  quotedOn,
}: Pick<QuoteFacts, 'insured' | 'quotedOn'>) =>
  insured.flatMap((person) =>
    person.licence?.experienceDeclared
      ? [{ person, long: fullYears(person.licence.experienceFrom, quotedOn) >= experiencedYears }]
      : [],
  )

/** «А. Серікова»: enough to recognise somebody one knows, too little to learn who somebody is. */
export const maskedName = (person: { surname: string; name: string }): string =>
  `${person.name} ${person.surname.slice(0, 1)}.`

/** The tariff's view of an insured person. */
export const asInsured = (person: PersonRecord): Insured => ({
  iin: person.iin,
  kind: 'NATURAL',
  birthDate: person.birthDate,
  experienceFrom: person.licence?.experienceFrom ?? null,
  bonusMalus: person.bonusMalus,
  privilege: person.privilege,
})
