import { z } from 'zod'
import type { NameKey } from '#domain/person.ts'

/** The names of a stored row. */
export const storedNames = {
  surname: z.string(),
  name: z.string(),
  patronymic: z.string(),
} satisfies Record<NameKey, z.ZodType<string>>

/** A person as the registers and the unified database told them, kept with what is made of it. */
export const PersonRecord = z.object({
  iin: z.string(),
  /**
   * In the unified database; 0 while it does not know the person, who is then written there before
   * the policy (typed-identity.ts).
   */
  clientId: z.number(),
  ...storedNames,
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

/** «А. Серікова»: enough to recognise somebody one knows, too little to learn who somebody is. */
export const maskedName = (person: { surname: string; name: string }): string =>
  `${person.name} ${person.surname.slice(0, 1)}.`

/** «Серікова А.»: how staff call somebody in a list, a look at which is nobody's line of audit. */
export const shortName = (person: { surname: string; name: string }): string =>
  [person.surname, person.name ? `${person.name.slice(0, 1)}.` : ''].filter(Boolean).join(' ')
