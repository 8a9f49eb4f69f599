import { sql } from 'kysely'
import { z } from 'zod'
import { maskIin } from '#domain/iin.ts'
import type { Locale } from '#domain/locale.ts'
import { KeptText } from '#domain/localized-text.ts'
import { fullName } from '#domain/person.ts'
import { maskPhone } from '#domain/phone.ts'
import type { Db } from '../db/connect.ts'
import { storedNames } from '../persons/record.ts'
import { deskOf, saleOf } from '../products/products.ts'

const Person = z.object({ iin: z.string(), ...storedNames, patronymic: z.string().catch('') })
/** What every product's facts say of a sale; of one whose client was erased nothing is left. */
const Sold = z.object({
  policyholder: Person.nullish().catch(null),
  insured: z.array(Person).catch([]),
  vehicles: z
    .array(
      z.object({
        plate: z.string(),
        make: z.string().catch(''),
        model: z.string().catch(''),
        year: z.number().nullable().catch(null),
      }),
    )
    .catch([]),
  address: KeptText.nullish().catch(null),
})
const nobody = { policyholder: null, insured: [], vehicles: [], address: null }

/** Who, which car, which phone and language, and how they stand by the lists. */
export async function aboutSale(db: Db, of: { id: string; soldAt: string }, locale: Locale) {
  const found = await saleOf(db, of.id)
  const [row] = found ? await deskOf(found.sale.product).facts(db, [of.id]) : []
  const { policyholder, insured, vehicles, address } = Sold.catch(nobody).parse(row?.facts)
  const people = [...(policyholder ? [policyholder] : []), ...insured]
  const [lists, { account_id, ...has }] = await Promise.all([
    listsOf(db, [...new Set(people.map(({ iin }) => iin))], of.soldAt),
    withUs(db, policyholder?.iin ?? ''),
  ])
  return {
    holder: policyholder
      ? {
          name: fullName(policyholder),
          iin: maskIin(policyholder.iin),
          drives: insured.some(({ iin }) => iin === policyholder.iin),
        }
      : null,
    drivers: insured
      .filter(({ iin }) => iin !== policyholder?.iin)
      .map((person) => ({ name: fullName(person), iin: maskIin(person.iin) })),
    cars: vehicles.map(({ plate, make, model, year }) => ({
      plate,
      year,
      name: [make, model].filter(Boolean).join(' '),
    })),
    address: address?.[locale] ?? null,
    phone: found?.sale.phone ? maskPhone(found.sale.phone) : null,
    language: found?.sale.locale ?? locale,
    account_id,
    has,
    lists,
  }
}

/**
 * The gravest of all. Whoever orders is compared, and what a list matched is kept with its time;
 * the rest were compared when the sale was made.
 */
async function listsOf(db: Db, iins: string[], soldAt: string) {
  const { rows } = await sql<{ status: string | null; at: Date | null }>`
    select kyc_cases.status, looked.at from unnest(${iins}::text[]) as who (iin)
    left join kyc_cases on kyc_cases.iin = who.iin
    left join lateral (select at from screenings where screenings.iin = who.iin
      order by at desc limit 1) as looked on true`.execute(db)
  const state = (['blocked', 'unblocked'] as const).find((status) =>
    rows.some((row) => row.status === status),
  )
  const times = rows.flatMap(({ at }) => at?.getTime() ?? [])
  return {
    state: state ?? ('clear' as const),
    at: new Date(Math.max(Date.parse(soldAt), ...times)).toISOString(),
  }
}

/** The account of whoever it is of, and what they have with us. */
async function withUs(db: Db, iin: string) {
  const { rows } = await sql<{ account_id: string | null; policies: number; claims: number }>`
    select (select id from accounts where realm = 'cabinet' and iin = ${iin}) as account_id,
      (select count(*)::int from policies where policyholder_iin = ${iin}) as policies,
      (select count(*)::int from claims where iin = ${iin}) as claims`.execute(db)
  return rows[0] ?? { account_id: null, policies: 0, claims: 0 }
}
