import { sql } from 'kysely'
import { z } from 'zod'
import { numericPeriod } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import type { Tables } from '#domain/ogpo/tables.ts'
import type { PolicyDraft } from '#systems/esbd/client.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import { factorWords } from '#texts/factors.ts'
import type { Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'

/**
 * Inputs of a price of the unified database: enough to find the coefficient that differs, nothing
 * that identifies a person or a car.
 */
const PriceBasis = z.object({
  insurerSystemId: z.int(),
  start: z.string(),
  end: z.string(),
  seasonal: z.boolean(),
  vehicles: z.array(
    z.object({
      type: z.string(),
      region: z.string(),
      settlement: z.enum(['CITY', 'OTHER']),
      yearOver7: z.boolean(),
    }),
  ),
  drivers: z.array(
    z.object({
      classCode: z.string().nullable(),
      ageExperienceId: z.int(),
      privilege: z.boolean(),
    }),
  ),
})
type PriceBasis = z.infer<typeof PriceBasis>

export const basisOf = (draft: PolicyDraft): PriceBasis => ({
  insurerSystemId: draft.insurerSystemId,
  start: draft.start,
  end: draft.end,
  seasonal: draft.seasonal === true,
  vehicles: draft.vehicles.map(({ type, region, settlement, yearOver7 }) => ({
    type,
    region,
    settlement,
    yearOver7,
  })),
  drivers: draft.drivers.map(({ classCode, ageExperienceId, privilege }) => ({
    classCode,
    ageExperienceId,
    privilege,
  })),
})

const words = {
  kz: {
    term: 'Мерзімі',
    seasonal: 'маусымдық пайдалану',
    car: 'Көлік',
    age: (years: string) => `жасы ${years}`,
    driver: 'Жүргізуші',
    privilege: 'заң бойынша жеңілдігі бар',
  },
  ru: {
    term: 'Срок',
    seasonal: 'сезонная эксплуатация',
    car: 'Автомобиль',
    age: (years: string) => `возраст ${years}`,
    driver: 'Водитель',
    privilege: 'льгота по закону',
  },
}

type Known = { tables: Tables | null; insurer: string | null }

/** The same in words, a line for the contract, for each car and each driver. */
export function basisLines(basis: PriceBasis, locale: Locale, known: Known): string[] {
  const t = words[locale]
  const because = (code: string, facts: Parameters<typeof factorWords>[1]): string => {
    const text = factorWords(code, facts, { region: { kz: '', ru: '' }, money: String })
    return text.because[locale].charAt(0).toLowerCase() + text.because[locale].slice(1)
  }
  const term = numericPeriod(basis.start, basis.end)
  const cars = basis.vehicles.map(({ type, region, settlement, yearOver7 }) => {
    const found = known.tables?.regions.find(({ code }) => code === region)
    return [
      because('vehicleType', { type }),
      found?.label[locale] ?? region,
      // A city of republican significance has no other settlements.
      ...(found?.republican ? [] : [because('settlement', { settlement })]),
      t.age(because('vehicleAge', { years: yearOver7 ? 8 : 7, limit: 7 })),
    ]
  })
  const drivers = basis.drivers.map(({ classCode, ageExperienceId: id, privilege }) => [
    because('bonusMalus', { kind: classCode === null ? 'FIRST' : 'CLASS', class: classCode }),
    because('ageExperience', { ...ofId(id), ageLimit: 25, experienceLimit: 2 }),
    ...(privilege ? [t.privilege] : []),
  ])
  return [
    ...(known.insurer === null ? [] : [known.insurer]),
    `${t.term}: ${term}${basis.seasonal ? `, ${t.seasonal}` : ''}`,
    ...cars.map((parts) => `${t.car}: ${parts.join(' · ')}`),
    ...drivers.map((parts) => `${t.driver}: ${parts.join(' · ')}`),
  ]
}

/** Returns years with this AGE_EXPERIENCE_ID (the client's `ageExperienceId` maps them). */
const ofId = (id: number) => ({ age: id < 3 ? 24 : 25, experience: id % 2 === 1 ? 1 : 2 })

/**
 * Something between us and the unified database that people have to look at. `key`: one row for one
 * thing, however often it is found.
 */
type Finding = {
  key: string
  kind: 'price' | 'rescinding'
  /** An order, a subscription, or the application that was calculated. */
  about: string
  ours?: number
  theirs?: number
  rows?: readonly string[]
  basis?: PriceBasis
  note: string
}

/**
 * Reports to staff: the finding is on their page of systems until it is settled; the log line
 * alerts the people on watch.
 */
export async function notifyStaff(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  found: Finding,
): Promise<void> {
  const { key, kind, about, ours = null, theirs = null, rows = [], basis, note } = found
  const at = clock.now()
  log.error({ key, kind, ours, theirs, rows, note }, 'the unified database and we differ')
  const facts = { rows: JSON.stringify(rows), basis: basis ? JSON.stringify(basis) : null }
  const now = { ours, theirs, ...facts, note, last_at: at, settled_at: null }
  await db
    .insertInto('esbd_findings')
    .values({ key, kind, about, ...now, times: 1, found_at: at })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ ...now, times: sql`esbd_findings.times + 1` }),
    )
    .execute()
}

const Kind = z.enum(['price', 'rescinding'])
const SHOWN = 50

/** Lists open findings, newest first. */
export async function openFindings(db: Sql) {
  const rows = await db
    .selectFrom('esbd_findings')
    .selectAll()
    .where('settled_at', 'is', null)
    .orderBy('last_at', 'desc')
    .orderBy('key')
    .limit(SHOWN)
    .execute()
  return rows.map(({ key, kind, about, ours, theirs, rows: on, basis, note, times, last_at }) => ({
    key,
    kind: Kind.parse(kind),
    about,
    ours,
    theirs,
    rows: z.array(z.string()).parse(on),
    basis: PriceBasis.nullable().parse(basis),
    note,
    times,
    last_at: last_at.toISOString(),
  }))
}

/** Selects the key of an open finding, as a part of another query. */
export const openFinding = (sql: Sql) =>
  sql
    .selectFrom('esbd_findings')
    .select('esbd_findings.key')
    .where('esbd_findings.settled_at', 'is', null)

/** It is over. */
export async function settleFinding(db: Sql, key: string, at: Date): Promise<void> {
  await db
    .updateTable('esbd_findings')
    .set({ settled_at: at })
    .where('key', '=', key)
    .where('settled_at', 'is', null)
    .execute()
}

/**
 * Runs a request to the unified database to end a policy. Reports a refusal, or an answer that ends
 * nothing (−1 and 0 of SetPolicyRescindingReason), to staff and throws it: the caller retries,
 * checking first whether it has ended. A silent database has its own line on the page of systems.
 */
export async function rescinding(
  deps: Deps,
  of: { key: string; about: string },
  work: () => Promise<void>,
): Promise<void> {
  const key = `rescinding:${of.key}`
  try {
    await work()
  } catch (cause) {
    const unclear =
      cause instanceof Unavailable && cause.operation.startsWith('Set') && cause.mayHaveHappened
    if (cause instanceof EsbdRefused || unclear)
      await notifyStaff(deps, {
        key,
        kind: 'rescinding',
        about: of.about,
        note: cause.message.slice(0, 300),
      })
    throw cause
  }
  await settleFinding(deps.db, key, deps.clock.now())
}
