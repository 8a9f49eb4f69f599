import { z } from 'zod'
import { type Send, Unavailable } from '../http.ts'
import { catalogue, classBook, type KnownCode } from './dictionaries.ts'
import { people } from './people.ts'
import { policies } from './policies.ts'
import {
  type AgeExperienceId,
  type EsbdIds,
  guessedIds,
  type InsuranceDatabase,
  type PrivilegeGroup,
} from './port.ts'
import { property } from './property.ts'
import type { Operation } from './protocol.ts'
import { EsbdRefused, NotInTariff, nothingWhen } from './refused.ts'
import { sessions } from './sessions.ts'
import { vehicles } from './vehicles.ts'

export type * from './port.ts'
export type * from './port.ts'
export { EsbdRefused, NotInTariff }

export type EsbdConfig = {
  /**
   * Equal hosts, full addresses of the .asmx. A host that fails is left aside for half a minute.
   */
  addresses: string[]
  /**
   * One session each, one request at a time each: the number of users is the number of parallel
   * calls.
   */
  users: { name: string; password: string }[]
  /**
   * The insurer these users belong to (SYSTEM_DELIMITER_ID): one that turns out to be another's is
   * not worked with.
   */
  systemId?: number
  /** Ids that only the operator knows, if the guesses of `port.ts` are wrong. */
  ids?: Partial<EsbdIds>
  /** Codes of our tariff for ids of their tables whose names we do not know. */
  tables?: readonly KnownCode[]
  /** The operator's own words, if known, in a Fault for an object that does not exist. */
  notFound?: RegExp
  /**
   * Guess: that SearchVehicles finds by plate and certificate alone. The operator's description
   * speaks of the VIN: `vin` asks GetTFByNumber for it first.
   */
  vehiclesBy?: 'plate' | 'vin'
  /**
   * Which of the four benefit groups an insured with a privilege is recorded in (default
   * pensioner).
   */
  privilegeGroup?: PrivilegeGroup
  /** Milliseconds for one verb in place of the table's. */
  limitMs?: number
  soap12?: boolean
}

/** Full years; exactly 2 years of experience count as more than 2 (settled.md, "Prices"). */
export function ageExperienceId(age: number, experienceYears: number): AgeExperienceId {
  if (age < 25) return experienceYears < 2 ? 1 : 2
  return experienceYears < 2 ? 3 : 4
}

/** The one real client of the unified insurance database. */
export function esbd(config: EsbdConfig, send: Send<Operation>): InsuranceDatabase {
  const turn = sessions(config, send)
  const tables = catalogue(config.tables)
  const classes = classBook()
  const ids: EsbdIds = { ...guessedIds, ...config.ids }
  const orNothing = nothingWhen(config.notFound)
  const of = {
    turn,
    tables,
    classes,
    ids,
    orNothing,
    group: config.privilegeGroup ?? 'pensioner',
    by: config.vehiclesBy ?? 'plate',
  }
  return {
    health: async () => {
      try {
        await turn()('GetServerDateTime', {}, z.unknown())
        return true
      } catch (cause) {
        if (cause instanceof Unavailable || cause instanceof EsbdRefused) return false
        throw cause
      }
    },
    ...people(of),
    ...vehicles(of),
    ...policies(of),
    ...property(of),
  }
}
