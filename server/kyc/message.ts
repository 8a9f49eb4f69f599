import { brand } from '#brand'
import { messageWithinHours } from '#domain/kyc-grounds.ts'
import { addMs } from '#domain/lifetimes.ts'
import { columnIn } from '#domain/locale-columns.ts'
import { actorOf } from '../accounts/owner.ts'
import { namesOf } from '../accounts/staff-actors.ts'
import { audit } from '../audit/audit.ts'
import type { Sql } from '../db/connect.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { comparedNow } from './compared.ts'
import { VERSION_SHOWN } from './desk-words.ts'

/** The message about a case to the financial monitoring agency, form FM-1 (formats.md 3). */

type Sent = { opened_at: Date; message_number: string | null; message_on: string | null }
export const messageOf = ({ opened_at, message_number, message_on }: Sent) => ({
  due_at: addMs(opened_at, messageWithinHours * 3_600_000).toISOString(),
  number: message_number,
  sent_on: message_on,
})

/** The list of those who finance the spread of weapons has a basis of its own. */
const WEAPONS = 'WMD'

export const message = handle('kycMessage', async ({ case_id }, context) => {
  const { db, clock, me, locale } = context
  const known = await db
    .selectFrom('kyc_cases')
    .selectAll()
    .where('id', '=', case_id)
    .executeTakeFirst()
  if (!known) throw notFound()
  if (known.iin === me().iin) return refuse(locale, 14090)
  const actor = actorOf(me())
  const now = await comparedNow(context, known.iin, actor)
  const [lists, operations, nameOf, document] = await Promise.all([
    db.selectFrom('aml_lists').selectAll().execute(),
    operationsOf(db, known.iin),
    namesOf(db, [actor]),
    db.selectFrom('people').select('document').where('iin', '=', known.iin).executeTakeFirst(),
  ])
  await audit(db, clock.now(), {
    actor,
    action: 'kyc.message_printed',
    object: { kind: 'kyc_case', id: known.id },
  })
  const title = (code: string) => {
    const list = lists.find((one) => one.code === code)
    return list ? columnIn(list, 'title', locale) : code
  }
  const permitted = await db
    .selectFrom('kyc_history')
    .select('id')
    .where('iin', '=', known.iin)
    .where('event', '=', 'permitted')
    .limit(1)
    .executeTakeFirst()
  const { person } = now
  return ok({
    ...messageOf(known),
    basis: permitted
      ? ('4.6' as const)
      : now.matches.length > 0 && now.matches.every(({ list }) => list === WEAPONS)
        ? ('11' as const)
        : ('4.4' as const),
    state: known.decided_at === null ? ('pending' as const) : stateOf(known.status),
    found_at: known.opened_at.toISOString(),
    subject: { name: brand.legalName[locale], bin: brand.bin, address: brand.address[locale] },
    responsible: nameOf(actor),
    party: {
      role: 'policyholder' as const,
      iin: known.iin,
      name: person
        ? [person.surname, person.name, person.patronymic].filter(Boolean).join(' ')
        : '',
      birth: person?.birthDate ?? null,
      document: documentText(document?.document),
    },
    lists: now.matches.map((match) => ({
      title: title(match.list),
      entry: match.entry,
      version: match.version.slice(0, VERSION_SHOWN),
    })),
    operations,
  })
})

const stateOf = (status: string) =>
  status === 'blocked' ? ('refused' as const) : ('done' as const)

function documentText(stored: unknown): string | null {
  const of = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const parts = ['type', 'number', 'issueDate', 'issuer'].flatMap((name) => {
    const value: unknown = Reflect.get(of, name)
    return typeof value === 'string' && value ? [value] : []
  })
  return parts.length > 0 ? parts.join(', ') : null
}

/** Orders and subscriptions of a person, the newest first. */
async function operationsOf(sql: Sql, iin: string) {
  const [orders, homes] = await Promise.all([
    sql
      .selectFrom('orders')
      .select(['number', 'state', 'amount', 'created_at'])
      .where('buyer_iin', '=', iin)
      .orderBy('created_at', 'desc')
      .limit(20)
      .execute(),
    sql
      .selectFrom('home_subscriptions')
      .select(['number', 'state', 'monthly_payment as amount', 'created_at'])
      .where('buyer_iin', '=', iin)
      .orderBy('created_at', 'desc')
      .limit(20)
      .execute(),
  ])
  return [
    ...orders.map((row) => ({ ...row, product: 'ogpo' })),
    ...homes.map((row) => ({ ...row, product: 'home' })),
  ]
    .map(({ created_at, ...row }) => ({ ...row, at: created_at.toISOString() }))
    .sort((one, other) => other.at.localeCompare(one.at))
}

export const messageSent = handle('kycMessageSent', async ({ case_id, number, date }, context) => {
  const { db, clock, me, locale } = context
  const actor = actorOf(me())
  return db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('kyc_cases')
      .select(['id', 'iin'])
      .where('id', '=', case_id)
      .forUpdate()
      .executeTakeFirst()
    if (!known) throw notFound()
    if (known.iin === me().iin) return refuse(locale, 14090)
    if (date > clock.today()) return refuse(locale, 14146)
    await tx
      .updateTable('kyc_cases')
      .set({ message_number: number, message_on: date, message_by: actor })
      .where('id', '=', case_id)
      .execute()
    await audit(tx, clock.now(), {
      actor,
      action: 'kyc.message_sent',
      object: { kind: 'kyc_case', id: case_id },
      details: { number, date },
    })
    return { success: true as const }
  })
})
