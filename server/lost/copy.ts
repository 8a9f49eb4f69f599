import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { addDays, type Day, startOfDay } from '#domain/calendar.ts'
import { salesCopiedDays } from '#domain/lifetimes.ts'
import { Unavailable } from '#systems/http.ts'
import { opened, sealed } from '../db/sealed.ts'
import type { Deps } from '../deps.ts'
import type { Product, Sale } from '../products/product.ts'
import { lostLimits } from '../settings/time-limits.ts'

/**
 * A copy of a sale outside of the database, written before money is asked for it and again when the
 * bank or the acquirer has told its number (decision 230). `payment` is the row of the attempt as
 * it stood, null where nothing is to be paid; `told` is null until they answered.
 */
const Row = z.record(z.string(), z.unknown())
export const SaleCopy = z.object({
  at: z.string(),
  product: z.string(),
  saleId: z.string(),
  rows: z.array(z.object({ table: z.string(), row: Row })),
  payment: z.looseObject({ id: z.string(), period: z.number() }).nullable(),
  told: z.object({ number: z.string(), page: z.string().nullable() }).nullable(),
})
export type SaleCopy = z.infer<typeof SaleCopy>

/** Where copies lie: a folder of each day, and in it by the time of the copy. */
export const copiesFolder = 'sales'
const PURPOSE = 'sale-copy'
const ASKED = '-a'
const TOLD = '-b'

const timeOf = (at: Date) => {
  const [day = '', time = ''] = at.toISOString().split('T')
  return { day, time: time.replaceAll(/\D/g, '').slice(0, 9) }
}
/** The smallest key a copy of this instant can have. */
export const firstKeyAt = (at: Date): string => {
  const { day, time } = timeOf(at)
  return `${copiesFolder}/${day}/${time}`
}
/** The smallest key of a copy that is still kept on a day. */
export const oldestKept = (day: Day): string =>
  firstKeyAt(startOfDay(addDays(day, -salesCopiedDays)))
const keyOf = (at: Date, id: string): string =>
  `${firstKeyAt(at)}-${createHash('sha256').update(id).digest('hex').slice(0, 24)}`

/** Keys without those that a later copy of the same says again, with the number. */
export const newestOf = (keys: readonly string[]): string[] =>
  keys.filter((key) => !(key.endsWith(ASKED) && keys.includes(key.replace(/-a$/, TOLD))))

export type Copying = { told(number: string, page: string | null): Promise<void> }

/**
 * Copies a sale and the attempt to pay that is about to be asked for. Never hinders the sale: a
 * storage that is away or slow is a warning, and then the sale stands in the database alone.
 */
export async function copySale(
  deps: Deps,
  of: {
    product: Pick<Product, 'copied'>
    sale: Pick<Sale, 'id' | 'product'>
    attemptId: string | null
  },
): Promise<Copying> {
  const at = deps.clock.now()
  const key = keyOf(at, of.attemptId ?? of.sale.id)
  const [rows, payment] = await Promise.all([
    of.product.copied(deps.db, of.sale.id),
    of.attemptId ? paymentOf(deps, of.attemptId) : null,
  ])
  const { id: saleId, product } = of.sale
  const copy: SaleCopy = { at: at.toISOString(), product, saleId, rows, payment, told: null }
  await put(deps, `${key}${ASKED}`, copy)
  return {
    told: (number, page) => put(deps, `${key}${TOLD}`, { ...copy, told: { number, page } }),
  }
}

async function paymentOf({ db }: Deps, id: string): Promise<SaleCopy['payment']> {
  const row = await db
    .selectFrom('payment_attempts')
    .select((expression) => expression.fn.toJson('payment_attempts').as('row'))
    .where('id', '=', id)
    .executeTakeFirst()
  return SaleCopy.shape.payment.parse(row?.row ?? null)
}

async function put(deps: Deps, key: string, copy: SaleCopy): Promise<void> {
  const { systems, config, log } = deps
  const bytes = sealed(config.signingKey, { purpose: PURPOSE, bound: key }, JSON.stringify(copy))
  const late = new AbortController()
  const stored = systems.files.put(key, oneOf(bytes)).then(
    () => true,
    (cause: unknown) => {
      if (!(cause instanceof Unavailable)) log.error({ err: cause }, 'a copy of a sale failed')
      return false
    },
  )
  const waited = pause(lostLimits.copyMs, false, { ref: false, signal: late.signal })
  waited.catch(() => {})
  const done = await Promise.race([stored, waited])
  late.abort()
  if (!done) log.warn({ sale: copy.saleId }, 'a sale has no copy outside the database')
}

async function* oneOf(bytes: Buffer): AsyncGenerator<Buffer, void> {
  yield bytes
}

/** A copy as it was put; null for one that is not ours to open or of a form we do not know. */
export async function readCopy(deps: Deps, key: string): Promise<SaleCopy | null> {
  const bytes = Buffer.concat(await Array.fromAsync(await deps.systems.files.read(key)))
  const text = opened(deps.config.signingKey, { purpose: PURPOSE, bound: key }, bytes)
  if (text === null) return null
  const read = SaleCopy.safeParse(JSON.parse(text))
  return read.success ? read.data : null
}
