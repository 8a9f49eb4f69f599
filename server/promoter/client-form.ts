import type { Selectable } from 'kysely'
import { ClientTyped as Typed } from '#contract/hand-off.ts'
import { pathOf } from '#contract/pages.ts'
import { addMs, clientFormMs, draftMs } from '#domain/lifetimes.ts'
import { fieldText } from '#texts/fields.ts'
import type { ClientForms } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/context.ts'
import { randomKey } from '../http/create-token.ts'
import { invalid, notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { shortName } from '../persons/people.ts'

/**
 * A client's entries on their own phone before there is a price: IIN, phone, car. They wait for the
 * promoter of the QR code, who checks them before they fill the order form.
 */
type Form = Selectable<ClientForms>

const stateOf = ({ sent_at, seen_at, expires_at }: Form, now: Date) => {
  if (sent_at) return 'sent' as const
  if (now > expires_at) return 'expired' as const
  return seen_at ? ('seen' as const) : ('open' as const)
}

export const clientFormCreate = handle('promoterClientFormCreate', async (_body, context) => {
  const { db, clock, config, locale, me, limits } = context
  const { iin, accountId } = me()
  if (!accountId) throw notFound()
  await limits.count('draftsPerPromoter', iin)
  const now = clock.now()
  const form = await db
    .insertInto('client_forms')
    .values({
      key: randomKey(),
      account_id: accountId,
      created_at: now,
      expires_at: addMs(now, clientFormMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const url = `${config.publicUrl}${pathOf('handoff', locale)}?form=${form.key}`
  return ok({ id: form.id, url, expiresAt: form.expires_at.toISOString() })
})

export const clientFormStatus = handle('promoterClientFormStatus', async ({ id }, context) => {
  const { db, clock, me } = context
  const form = await db
    .selectFrom('client_forms')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', me().accountId)
    .executeTakeFirst()
  if (!form) throw notFound()
  return ok({
    state: stateOf(form, clock.now()),
    expiresAt: form.expires_at.toISOString(),
    typed: Typed.nullable().parse(form.typed),
  })
})

/** Deletes a used or unwanted form. */
export const clientFormDelete = handle('promoterClientFormDelete', async ({ id }, { db, me }) => {
  await db
    .deleteFrom('client_forms')
    .where('id', '=', id)
    .where('account_id', '=', me().accountId)
    .execute()
  return { success: true as const }
})

/** The form behind a key from a QR code; keys that open nothing are counted. */
async function formOf({ db, limits, address }: Context, key: string): Promise<Form> {
  const form = await db
    .selectFrom('client_forms')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst()
  if (form) return form
  await limits.count('handOffPerAddress', address)
  throw notFound()
}

export const clientFormRead = handle('clientFormRead', async ({ key }, context) => {
  const { db, clock } = context
  const form = await formOf(context, key)
  const now = clock.now()
  await db
    .updateTable('client_forms')
    .set({ seen_at: now })
    .where('id', '=', form.id)
    .where('seen_at', 'is', null)
    .execute()
  const promoter = await db
    .selectFrom('accounts')
    .select(['surname', 'name'])
    .where('id', '=', form.account_id)
    .executeTakeFirstOrThrow()
  return ok({
    state: stateOf({ ...form, seen_at: form.seen_at ?? now }, now),
    promoter: shortName({ surname: promoter.surname ?? '', name: promoter.name ?? '' }),
  })
})

/** Resending replaces the form until the promoter has used it. */
export const clientFormSend = handle('clientFormSend', async ({ key, ...fields }, context) => {
  const { db, clock, locale } = context
  const form = await formOf(context, key)
  const now = clock.now()
  if (now > form.expires_at) throw notFound()
  const typed = Typed.parse(fields)
  if (Object.values(typed).every((value) => value === ''))
    throw invalid([{ path: 'iin', message: fieldText('required', locale) }])
  const { numUpdatedRows } = await db
    .updateTable('client_forms')
    .set({ typed: JSON.stringify(typed), sent_at: now })
    .where('id', '=', form.id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
  return { success: true as const }
})

/** Forms whose day is over. */
export async function dropClientForms({ db, clock }: Deps): Promise<void> {
  await db
    .deleteFrom('client_forms')
    .where('created_at', '<=', addMs(clock.now(), -draftMs))
    .execute()
}
