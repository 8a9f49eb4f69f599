import { sql } from 'kysely'
import { z } from 'zod'
import type { RefusedSale } from '#contract/staff-today.ts'
import { almatyDay, daysBetween } from '#domain/calendar.ts'
import { findingsOf, isRefusal, type RefusedFinding, refusedStepOf } from '#domain/refused-sale.ts'
import { deskRefusalText } from '#texts/refusals.ts'
import type { Context } from '../http/context.ts'
import { refusedDigest } from '../http/refused-sales.ts'

/** So many of the newest are read; folded, they are fewer lines. */
const AT_MOST = 50
type Shown = z.input<typeof RefusedSale>

const Findings = z.array(
  z.object({
    code: z.custom<RefusedFinding['code']>(isRefusal),
    reason: z.string().nullable(),
    of: z.enum(findingsOf).nullable(),
    nth: z.int().nullable(),
  }),
)

/**
 * Lists refused sales that name one of these IINs or plates with their reasons, newest first. For
 * staff only: the caller has checked. Always runs one query, so that a search's duration reveals
 * nothing.
 */
export async function refusedSalesOf(
  { db, clock, locale, config }: Pick<Context, 'db' | 'clock' | 'locale' | 'config'>,
  values: readonly string[],
): Promise<Shown[]> {
  const digests = values.map((value) => refusedDigest(config.signingKey, value))
  const rows = await db
    .selectFrom('refused_sales')
    .select(['id', 'at', 'call', 'actor', 'findings', 'outside', 'subject'])
    .where(sql<boolean>`named && ${digests}::text[]`)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(AT_MOST)
    .execute()
  const today = clock.today()
  return folded(
    rows.flatMap(({ id, at, call, actor, findings, outside, subject }): Shown[] => {
      const step = refusedStepOf(call)
      if (!step) return []
      return [
        {
          id: String(id),
          at: at.toISOString(),
          times: 1,
          step,
          outside,
          subject,
          days_ago: daysBetween(almatyDay(at), today),
          sold_by: actor.startsWith('promoter:') ? 'promoter' : 'client',
          findings: Findings.parse(findings).map(({ code, reason, of, nth }) => ({
            code,
            of,
            nth,
            text: deskRefusalText(code, locale, reason ?? undefined),
          })),
        },
      ]
    }),
  )
}

/** The same refusal several times in a row on one day is one line. */
function folded(rows: readonly Shown[]): Shown[] {
  const lines: Shown[] = []
  const same = ({ days_ago, step, sold_by, findings, outside }: Shown) =>
    JSON.stringify([days_ago, step, sold_by, findings, outside])
  for (const row of rows) {
    const last = lines.at(-1)
    if (last && same(last) === same(row)) last.times += 1
    else lines.push({ ...row })
  }
  return lines
}
