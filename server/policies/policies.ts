import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import type { Sql } from '../db/connect.ts'
import type { Policies } from '../db/rows.ts'
import type { Signer } from './signer.ts'

export type Policy = Selectable<Policies>

/**
 * The insurer's number in the unified database, by which its own login asks: of a policy as it was
 * sold, or as the insurer's row says.
 */
export async function policyInsurer(db: Sql, globalId: string): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select coalesce((policies.facts -> 'insurer' ->> 'esbdSystemId')::int, (
      select esbd_system_id from insurers where code = policies.insurer_code order by effective_from desc limit 1)) as id
    from policies where global_id = ${globalId}`.execute(db)
  return known(rows[0]?.id, `policy ${globalId}`)
}

/** The same of an order, by what its quote was made with. */
export async function orderInsurer(db: Sql, calculationId: string): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select (facts -> 'insurer' ->> 'esbdSystemId')::int as id from quotes where id = ${calculationId}`.execute(
    db,
  )
  return known(rows[0]?.id, `quote ${calculationId}`)
}

function known(id: number | null | undefined, what: string): number {
  if (typeof id !== 'number') throw new Error(`whose ${what} is, is not known`)
  return id
}

const Plates = z.object({ vehicles: z.array(z.object({ plate: z.string() })) })
export const platesOf = (facts: unknown): string[] =>
  Plates.parse(facts).vehicles.map((car) => car.plate)

/**
 * The address under the QR code: the public check page, with the signed token that proves offline
 * that we issued the policy.
 */
export async function checkAddress(
  publicUrl: string,
  signer: Signer,
  policy: { global_id: string; start_date: string; end_date: string; facts: unknown },
  locale: Locale,
): Promise<string> {
  const token = await signer.sign({
    n: policy.global_id,
    p: platesOf(policy.facts),
    s: policy.start_date,
    e: policy.end_date,
  })
  return `${publicUrl}${pathOf('policy-check', locale, { number: policy.global_id })}?t=${token}`
}
