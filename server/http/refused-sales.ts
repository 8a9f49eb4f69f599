import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { isRefusal, placeOf, type RefusedFinding, refusedStepOf } from '#domain/refused-sale.ts'
import { Unavailable } from '#systems/http.ts'
import type { Db, Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { Identity } from './identity.ts'
import { reasonOf } from './refuse.ts'

/** More writes than this at once mean the database is down: further refusals are not stored. */
const AT_ONCE = 200

/** A person or car among the refused sales: a digest with our key, 22 characters. */
export const refusedDigest = (signingKey: string, value: string): string =>
  createHmac('sha256', signingKey).update(`refused:${value}`).digest('base64url').slice(0, 22)

/** The parts of a request that name a person or car; reads nothing else of it. */
const Asked = z.object({
  iin: z.string().optional(),
  registrationNumber: z.string().optional(),
  calculationId: z.string().optional(),
  insurant: z.object({ iin: z.string() }).optional(),
  drivers: z.array(z.object({ iin: z.string() })).default([]),
  vehicles: z.array(z.object({ registrationNumber: z.string() })).default([]),
  operation: z.object({ applicationId: z.string() }).optional(),
})
const Answer = z.object({
  success: z.literal(false),
  code: z.int(),
  data: z
    .looseObject({
      driver_iin: z.string().optional(),
      registration_number: z.string().optional(),
      reason: z.string().optional(),
      findings: z
        .array(
          z.object({
            code: z.int(),
            reason: z.string().optional(),
            driver_iin: z.string().optional(),
            registration_number: z.string().optional(),
          }),
        )
        .optional(),
    })
    .optional(),
})

type Heard = {
  call: string
  body: unknown
  who: Identity | null
  requestId: string
  answer: unknown
  /** The error, if an outside system failed. */
  cause: unknown
}

/**
 * Records a refused sale after the answer and apart from it: the answer never waits for it nor
 * fails by it. A refusal changes nothing, so there is no transaction to join; a process that dies
 * in between loses the line, and the client's retry makes it anew.
 */
export function noteRefusal(deps: Deps, heard: Heard): void {
  if (!heard.who || refusedStepOf(heard.call) === null || deps.background.size > AT_ONCE) return
  const refused = Answer.safeParse(heard.answer)
  if (!refused.success || !isRefusal(refused.data.code)) return
  const written = write(deps, heard, heard.who, refused.data).catch((cause: unknown) =>
    deps.log.warn({ err: cause, call: heard.call }, 'a refused sale could not be kept'),
  )
  deps.background.add(written)
  void written.finally(() => deps.background.delete(written))
}

async function write(
  { db, clock, config }: Deps,
  { call, body, requestId, answer, cause }: Heard,
  who: Identity,
  refused: z.output<typeof Answer>,
): Promise<void> {
  const asked = Asked.parse(body ?? {})
  const at = clock.now()
  const sale = await saleOf(db, asked, who)
  if (!sale.policyholder) return
  const digest = (value: string) => refusedDigest(config.signingKey, value)
  const named = [sale.policyholder, ...sale.drivers, ...sale.cars].map(digest)
  await db
    .insertInto('refused_sales')
    .values({
      at,
      call,
      actor:
        who.kind === 'promoter' && who.accountId
          ? `promoter:${who.accountId}`
          : `client:${who.kind}`,
      person: digest(sale.policyholder),
      named: [...new Set(named)],
      findings: JSON.stringify(findingsOf(refused, reasonOf(answer), sale)),
      outside: cause instanceof Unavailable ? cause.system : null,
      subject: asked.operation?.applicationId ?? asked.calculationId ?? null,
      request: requestId,
    })
    .execute()
}

type Sale = { policyholder: string | null; drivers: string[]; cars: string[] }

/** Returns the people and cars of the request; an order names its calculation, which has them. */
async function saleOf(db: Db, asked: z.output<typeof Asked>, who: Identity): Promise<Sale> {
  const drivers = asked.drivers.map(({ iin }) => iin)
  const cars = [
    ...asked.vehicles.map(({ registrationNumber }) => registrationNumber),
    ...(asked.registrationNumber ? [asked.registrationNumber] : []),
  ]
  if (asked.calculationId) return saleOfQuote(db, asked.calculationId)
  const own = who.kind === 'promoter' ? null : who.iin
  // A client looks up their driver; a promoter, the person they will sell to.
  const driver = own && asked.iin && asked.iin !== own ? [asked.iin] : []
  return {
    policyholder: asked.insurant?.iin ?? own ?? asked.iin ?? null,
    drivers: [...drivers, ...driver],
    cars,
  }
}

async function saleOfQuote(db: Db, id: string): Promise<Sale> {
  const { rows } = await sql<{ buyer_iin: string; plates: string[] }>`
    select buyer_iin, array(select jsonb_array_elements(facts -> 'vehicles') ->> 'plate') as plates
    from quotes where id = ${id}::uuid
    union all select buyer_iin, '{}' from home_quotes where id = ${id}::uuid`.execute(db)
  const [quote] = rows
  return { policyholder: quote?.buyer_iin ?? null, drivers: [], cars: quote?.plates ?? [] }
}

function findingsOf(
  { code, data }: z.output<typeof Answer>,
  reason: string | null,
  sale: Sale,
): RefusedFinding[] {
  const all = data?.findings ?? [{ code, reason: reason ?? undefined, ...data }]
  return all.flatMap((finding) =>
    isRefusal(finding.code)
      ? [
          {
            code: finding.code,
            reason: finding.reason ?? null,
            ...placeOf(finding, sale),
          },
        ]
      : [],
  )
}

/**
 * Takes a person out of the refused sales: their own go, in others' they are named no longer. Part
 * of an erasure's transaction.
 */
export async function eraseRefused(tx: Tx, signingKey: string, iin: string): Promise<void> {
  const digest = refusedDigest(signingKey, iin)
  await tx.deleteFrom('refused_sales').where('person', '=', digest).execute()
  await sql`update refused_sales set named = array_remove(named, ${digest})
    where named @> array[${digest}]`.execute(tx)
}

/** A person's refused sales as they take them away with the rest of their data. */
export const ownRefusals = (db: Db, signingKey: string, iin: string) =>
  db
    .selectFrom('refused_sales')
    .select(['at', 'call', 'findings'])
    .where('person', '=', refusedDigest(signingKey, iin))
    .where(sql<boolean>`named @> array[${refusedDigest(signingKey, iin)}]`)
    .orderBy('at')
    .execute()
