import { almatyClock } from '#domain/calendar.ts'
import { dayFault } from '#domain/claim-way/day.ts'
import { otherSide, type Side } from '#domain/claims/notice.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import type { Context } from '../../http/context.ts'
import { invalid, ok, refuse } from '../../http/refuse.ts'
import { handle } from '../../http/route.ts'
import { unsigned } from './begin.ts'
import { coverOf, type Kept, type KeptPart, kept, locked, myNotice, shownNotice } from './notice.ts'

type Change = {
  shared: Partial<{ [Name in keyof Kept['shared']]: Kept['shared'][Name] | undefined }>
  mine: Partial<{ [Name in keyof KeptPart]: KeptPart[Name] | undefined }>
}
type Whole = Pick<Kept, 'shared' | 'first' | 'second'>

/** Returns the notice after a change of the shared or own part; 422 for impossible values. */
async function changed(context: Context, was: Kept, me: Side, by: Change): Promise<Whole> {
  const { clock, locale } = context
  const shared = { ...was.shared, ...defined(by.shared) }
  const today = clock.today()
  const fault = dayFault(shared, { today, minute: almatyClock(clock.now()).slice(11, 16) }, null)
  if (fault) throw invalid([{ path: 'shared.on', message: fieldText(fault, locale) }])
  const parts = { first: was.first, second: was.second }
  const own = parts[me]
  if (!own) throw new Error('a driver of a notice has a part')
  const says = { ...own.says, ...by.mine.says }
  const next = { ...own, ...defined(by.mine), says }
  if (next.plate && next.plate === parts[otherSide(me)]?.plate)
    throw invalid([{ path: 'mine.plate', message: fieldText('notice_same_plate', locale) }])
  const { on } = shared
  const cover = await coverOf(context, { plate: next.plate, on }, own.cover)
  const mine = { ...next, cover }
  const other = parts[otherSide(me)]
  const theirs = other && {
    ...other,
    cover: await coverOf(context, { plate: other.plate, on }, other.cover),
  }
  const [first, second] = me === 'first' ? [mine, theirs] : [theirs, mine]
  if (!first) throw new Error('a notice has a first driver')
  return { shared, first, second }
}

/** Drops undefined names. */
const defined = <Of extends object>(of: Of) =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Of]: Exclude<Of[Name], undefined>
  }

/**
 * Changes the shared or own part of the version the caller viewed; clears both signatures. Queries
 * the unified database before locking the row; a change in between makes a newer version, and then
 * nothing is written.
 */
export const saveNotice = handle('claimNoticeSave', async (body, context) => {
  const { db, me: identity, limits, clock, locale } = context
  const { version, shared, mine, ...which } = body
  const { row, me } = await myNotice(context, which)
  await limits.count('noticeChangesPerPerson', identity().iin)
  if (row.version !== version || row.signed_at) return refuse(locale, refusals.claimChanged)
  const before = kept(row)
  const next = await changed(context, before, me, { shared, mine })
  const written = await db.transaction().execute(async (tx) => {
    const now = await locked(tx, row.id)
    if (!now || now.version !== version || now.signed_at) return null
    return tx
      .updateTable('accident_notices')
      .set({
        shared: JSON.stringify(next.shared),
        first: JSON.stringify(next.first),
        second: next.second && JSON.stringify(next.second),
        ...unsigned,
        version: version + 1,
        updated_at: clock.now(),
      })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return written
    ? ok(await shownNotice(context, written, me))
    : refuse(locale, refusals.claimChanged)
})
