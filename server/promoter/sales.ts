import { z } from 'zod'
import type { salesFile as fileContract } from '#contract/promoter-sales.ts'
import { KeptText } from '#domain/localized-text.ts'
import type { PromoterTerms } from '#domain/promoter/pay.ts'
import { daysOfPeriod } from '#domain/promoter/periods.ts'
import { troubleOf, wayOn } from '#domain/promoter/sale.ts'
import * as refusals from '#domain/refusals.ts'
import { saleKinds } from '#texts/promoter.ts'
import { saleColumns } from '#texts/sale-columns.ts'
import { orderStates } from '#texts/states.ts'
import { termsOf } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Context } from '../http/context.ts'
import { part, readCursor, writeCursor } from '../http/paging.ts'
import { HttpError, ok, refuse } from '../http/refuse.ts'
import { FileAnswer, handle } from '../http/route.ts'
import { kindOf } from '../orders/orders.ts'
import { paidStatus, setStatus } from '../orders/progress.ts'
import {
  fileColumns,
  type KeptLine,
  mimes,
  nameOf,
  reportFile,
  XLSX_ROWS,
} from '../sheets/report-file.ts'
import { draftsOf } from './drafts.ts'
import {
  insurersOf,
  moneyOf,
  type OwnSales,
  readSales,
  type SalePlace,
  shown,
  totalsOf,
} from './own-sales.ts'

const Place = z.tuple([part.instant, part.id])
/** Rows of a file that are read at once. */
const BATCH = 1_000

type Asked = Omit<z.output<typeof fileContract.body>, 'format'>
const ownSales = ({ period, ...narrowed }: Asked, { me, clock }: Context): OwnSales => ({
  promoter: me().iin,
  ...daysOfPeriod(period, clock.today()),
  ...narrowed,
})

/** Lists own sales of a period, page by page, with the totals. */
export const sales = handle('promoterSales', async ({ cursor, limit, ...asked }, context) => {
  const { db, me, locale } = context
  const own = ownSales(asked, context)
  const [terms, found, insurers] = await Promise.all([
    termsOf(db, me().iin),
    readSales(db, own, readCursor(cursor, Place), limit + 1),
    insurersOf(db, own),
  ])
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  const money = await moneyOf(db, page, terms)
  const again = page.filter(({ state }) => wayOn(state) === 'again')
  const drafts = await draftsOf(
    context,
    again.map(({ application_id }) => application_id),
  )
  return ok({
    from: own.from,
    totals: await totalsOf(db, own, terms),
    insurers: insurers.map(({ code, name }) => ({ code, name: KeptText.parse(name)[locale] })),
    sales: page.map((row) => ({
      ...shown(row.shown, locale),
      orderId: row.id,
      key: row.progress_key,
      calculationId: row.calculation_id,
      kind: kindOf(row.kind),
      state: row.state,
      trouble: troubleOf({
        state: row.state,
        pay: row.pay,
        failed: row.issue_error !== null,
      }),
      way: wayOn(row.state),
      draft: drafts.get(row.application_id) ?? null,
      paid: paidStatus(row, row.pay ? { state: row.pay } : undefined),
      set: setStatus(row),
      createdAt: row.created_at.toISOString(),
      issuedAt: row.issued_at?.toISOString() ?? null,
      globalId: row.global_id,
      policyState: row.policy_state,
      startDate: row.start_date,
      amount: row.amount,
      premium: row.insurance_premium,
      ogpoPlusPremium: row.ogpo_plus_premium,
      booked: money.get(row.id)?.premium ?? 0,
      pay: money.get(row.id)?.pay ?? null,
    })),
    next: last ? writeCursor([last.created_at.toISOString(), last.id]) : null,
  })
})

/**
 * The same sales as a file, written while it is sent: a promoter's month is some
 * hundred rows. Refuses a spreadsheet of too many rows (`reportTooLong`).
 */
export const salesFile = handle('promoterSalesFile', async ({ format, ...asked }, context) => {
  const { db, clock, me, limits, locale } = context
  await limits.count('filesPerPromoter', me().iin)
  const own = ownSales(asked, context)
  const { from, to, state, kind, insurer } = own
  const terms = await termsOf(db, me().iin)
  const now = clock.now()
  const file = reportFile({
    name: 'sales',
    locale,
    period: { from, to },
    standing: 'sales',
    filters: { state, kind, insurer },
    words: {
      state: orderStates[locale],
      kind: saleKinds[locale],
      insurer: Object.fromEntries(
        (await insurersOf(db, own)).map(({ code, name }) => [code, KeptText.parse(name)[locale]]),
      ),
    },
    columns: fileColumns(saleColumns, locale, {
      state: (code) => (code ? (wordIn(orderStates[locale], code) ?? code) : null),
      kind: (code) => (code ? (wordIn(saleKinds[locale], code) ?? code) : null),
    }),
    rows: lines(context, own, terms),
    count: async () => (await readSales(db, own, null, XLSX_ROWS + 1)).length,
  })
  if (format === 'xlsx' && file.count && (await file.count()) > XLSX_ROWS)
    return refuse(locale, refusals.reportTooLong)
  await audit(db, now, {
    actor: actorOf(me()),
    action: 'sale.exported',
    object: { kind: 'report', id: file.name },
    details: { format, ...file.period, ...Object.fromEntries(file.narrowed) },
  })
  const bytes = file.bytes({ format, now, masked: true })
  return new FileAnswer(nameOf(file, format, now), mimes[format], bytes)
})

const wordIn = (words: Readonly<Record<string, string>>, code: string) => words[code]

async function* lines(
  { db, locale }: Context,
  own: OwnSales,
  terms: readonly PromoterTerms[],
): AsyncGenerator<KeptLine<typeof saleColumns>[]> {
  let after: SalePlace | null = null
  for (;;) {
    const rows = await readSales(db, own, after, BATCH)
    const money = await moneyOf(db, rows, terms)
    yield rows.map((row) => {
      const { policyholder, cars, insurer, endDate } = shown(row.shown, locale)
      return {
        policyholder,
        insurer,
        endDate,
        state: row.state,
        kind: kindOf(row.kind),
        createdAt: row.created_at,
        plates: cars.map(({ registrationNumber }) => registrationNumber).join(', '),
        globalId: row.global_id,
        amount: row.amount,
        booked: money.get(row.id)?.premium ?? 0,
        ogpoPlus: money.get(row.id)?.ogpoPlus ?? 0,
        pay: money.get(row.id)?.pay ?? null,
      }
    })
    const last = rows.at(-1)
    if (rows.length < BATCH || !last) return
    after = [last.created_at.toISOString(), last.id]
  }
}

/**
 * Stores a device's position, or why it has none, with every field it sent (spec section 3,
 * "Geolocation record").
 */
export const saveGeo = handle('saveGeo', async (record, { db, clock, me }) => {
  if (record.operator_iin && record.operator_iin !== me().iin) throw new HttpError(403)
  await db
    .insertInto('positions')
    .values({
      iin: me().iin,
      latitude: record.latitude ?? null,
      longitude: record.longitude ?? null,
      accuracy: record.accuracy ?? null,
      altitude: record.altitude ?? null,
      altitude_accuracy: record.altitudeAccuracy ?? null,
      heading: record.heading ?? null,
      speed: record.speed ?? null,
      error: record.error ?? null,
      error_code:
        record.error_code === undefined || record.error_code === null
          ? null
          : String(record.error_code),
      source: record.source,
      at: clock.now(),
    })
    .execute()
  return { success: true as const }
})
