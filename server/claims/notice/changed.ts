import { almatyClock } from '#domain/calendar.ts'
import { dayFault } from '#domain/claim-way/day.ts'
import { otherSide, type Side } from '#domain/claims/notice.ts'
import { fieldText } from '#texts/fields.ts'
import type { Context } from '../../http/context.ts'
import { invalid } from '../../http/refuse.ts'
import { coverOf } from './cover.ts'
import type { Kept, KeptPart } from './rows.ts'

type Change = {
  shared: Partial<{ [Name in keyof Kept['shared']]: Kept['shared'][Name] | undefined }>
  mine: Partial<{ [Name in keyof KeptPart]: KeptPart[Name] | undefined }>
}
type Whole = Pick<Kept, 'shared' | 'first' | 'second'>

/** What a notice says after a change of what is common or one's own; 422 for what cannot be. */
export async function changed(context: Context, was: Kept, me: Side, by: Change): Promise<Whole> {
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
  const mine = { ...next, cover: await coverOf(context, { plate: next.plate, on }, own.cover) }
  const other = parts[otherSide(me)]
  const theirs = other && {
    ...other,
    cover: await coverOf(context, { plate: other.plate, on }, other.cover),
  }
  const [first, second] = me === 'first' ? [mine, theirs] : [theirs, mine]
  if (!first) throw new Error('a notice has a first driver')
  return { shared, first, second }
}

/** Without the names that nothing was said for. */
const defined = <Of extends object>(of: Of) =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Of]: Exclude<Of[Name], undefined>
  }
