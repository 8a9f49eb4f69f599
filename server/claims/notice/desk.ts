import type { z } from 'zod'
import type { DeskNotice } from '#contract/accident-notice.ts'
import { maskIin } from '#domain/iin.ts'
import { maskPhone } from '#domain/phone.ts'
import type { Context } from '../../http/context.ts'
import { driverName, type KeptPart, kept } from './notice.ts'

/**
 * The notice of a claim as staff see it, signed or not: both drivers with their whole policy number,
 * and each signature with its phone and time. The look at the claim is in the audit log.
 */
export async function deskNotice(
  { db, reference, locale }: Pick<Context, 'db' | 'reference' | 'locale'>,
  claimId: string,
): Promise<z.input<typeof DeskNotice> | null> {
  const row = await db
    .selectFrom('accident_notices')
    .selectAll()
    .where('claim_id', '=', claimId)
    .executeTakeFirst()
  if (!row) return null
  const { shared, first, second } = kept(row)
  const insurers = await reference.insurers(shared.on)
  const driver = async (
    { cover, ...part }: KeptPart,
    iin: string | null,
    signed: { at: Date | null; phone: string | null },
  ) => ({
    plate: part.plate,
    zones: part.zones,
    words: part.words,
    says: part.says,
    name: await driverName(db, iin),
    iin: iin ? maskIin(iin) : '',
    insured: cover.answer,
    insurer:
      insurers.find(({ esbdSystemId }) => esbdSystemId === cover.insurer)?.name[locale] ?? null,
    policy: cover.globalId,
    signed_at: signed.at?.toISOString() ?? null,
    phone: signed.phone ? maskPhone(signed.phone) : null,
  })
  return {
    shared,
    first: await driver(first, row.first_iin, {
      at: row.first_signed_at,
      phone: row.first_signed_phone,
    }),
    second:
      second &&
      (await driver(second, row.second_iin, {
        at: row.second_signed_at,
        phone: row.second_signed_phone,
      })),
    signed_at: row.signed_at?.toISOString() ?? null,
  }
}
