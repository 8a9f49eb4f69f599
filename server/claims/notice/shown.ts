import type { z } from 'zod'
import type { Notice } from '#contract/accident-notice.ts'
import { pathOf } from '#contract/pages.ts'
import { mayBeSigned, noticeVerdict, type Side, toldBy, unsaid } from '#domain/claims/notice.ts'
import { masked } from '../../codes/client-phone.ts'
import type { Context } from '../../http/context.ts'
import { driverName, mrpOf, phoneOf } from './driver.ts'
import { type KeptPart, kept, linkKey, type NoticeRow, ruled } from './rows.ts'

/** A notice as one of its drivers sees it. */
export async function shownNotice(
  context: Context,
  row: NoticeRow,
  me: Side,
): Promise<z.input<typeof Notice>> {
  const { db, reference, clock, config, locale } = context
  const notice = kept(row)
  const { shared, first, second } = notice
  const mrp = await mrpOf(context)
  const insurers = await reference.insurers(shared.on)
  const driver = async (iin: string | null, { cover, ...part }: KeptPart, signed: Date | null) => ({
    ...part,
    name: await driverName(db, iin),
    insured: cover.answer,
    insurer:
      insurers.find(({ esbdSystemId }) => esbdSystemId === cover.insurer)?.name[locale] ?? null,
    policy: cover.globalId && `••\u00a0${cover.globalId.slice(-4)}`,
    signed_at: signed?.toISOString() ?? null,
  })
  const rules = ruled(notice)
  const found = noticeVerdict(rules, mrp)
  const mine = me === 'first' ? first : second
  const shows = me === 'first' && row.second_iin === null && row.link_until > clock.now()
  const phone = await phoneOf(db, row, me)
  return {
    id: row.id,
    version: row.version,
    me,
    shared,
    first: await driver(row.first_iin, first, row.first_signed_at),
    second: second && (await driver(row.second_iin, second, row.second_signed_at)),
    verdict: found.verdict,
    conditions: found.conditions.map(({ condition, answer }) => ({ condition, answer })),
    unsaid: mine ? unsaid(shared, mine) : [],
    may_sign: row.signed_at === null && mayBeSigned(rules, mrp),
    limit: found.limit,
    tell_by: toldBy(shared.on),
    link: shows
      ? {
          url: `${config.publicUrl}${pathOf('claim-check', locale)}#${linkKey(context, row.id, row.link_round)}`,
          until: row.link_until.toISOString(),
        }
      : null,
    phone: phone && masked(phone),
    signed_at: row.signed_at?.toISOString() ?? null,
    paper: row.file_id !== null,
  }
}
