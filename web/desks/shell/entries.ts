import { pathOf } from '#contract/pages.ts'
import type { Locale, Localized } from '#domain/locale.ts'
import type { Reply } from '../../http/api.ts'
import { type DeskName, desks } from '../desks.ts'
import type { Drawing } from './icons.tsx'
import { reportViewNames, reportViews } from './report-views.ts'
import type { Today } from './waiting.ts'

export type Selling = Reply<'staffSelling'>['data']

export type User = Reply<'cabinetUser'>['data']
type Count = Today['counts']['orders']
export type Entry = {
  key: string
  group: 'work' | 'people' | 'house' | 'settling' | 'period'
  title: string
  /** Part of the title in a phone's bar. */
  short: string
  href: string
  icon: Drawing
  current: boolean
  count: Count | null
  /** Number of cases with a note that mentions the user. */
  mentions: number
  /** On the same page: the address alone changes. */
  query: Record<string, string | null> | null
}

const names = Object.keys(desks) as DeskName[] // the keys of the table
/** A staff administrator has the staff's desks as well. */
const desksOf = ({ role, administrator }: User): DeskName[] =>
  names.filter((name) => {
    const { for: whose } = desks[name]
    return whose === role || (whose === 'administrator' && role === 'staff' && administrator)
  })

/**
 * Returns the rail's entries for the user; empty until the user is known, so that nothing moves.
 */
export function entriesOf(
  here: DeskName,
  user: User | null,
  locale: Locale,
  view: string | null,
  waits: Pick<Today, 'counts' | 'mentions'> | null,
  selling: Selling | null,
  lateDuties = 0,
): Entry[] {
  const ofDesk = (name: DeskName): Entry => ({
    key: name,
    group: desks[name].group,
    title: desks[name].title[locale],
    short: (desks[name].short ?? desks[name].title)[locale],
    // The link opens exactly what the count counts.
    href: `${pathOf(name, locale)}${name === 'staff-clients' && waits?.counts.inbox.all ? '?inbox=new' : ''}`,
    icon: name,
    current: name === here,
    count: name === 'staff-status' ? heldUp(selling) : waits ? countOf(name, waits.counts) : null,
    mentions: name === 'staff-today' ? (waits?.mentions ?? 0) : 0,
    query: null,
  })
  if (!user) return []
  const shown = desksOf(user).map(ofDesk)
  if (user.role !== 'accountant') return shown
  const chosen = reportViewNames.find((one) => one === view) ?? 'orders'
  const views = reportViewNames.map((one): Entry => {
    const { title, short }: { title: Localized; short?: Localized } = reportViews[one]
    const query = {
      view: one === 'orders' ? null : one,
      status: null,
      kind: null,
      statement: null,
      part: null,
      month: null,
      sale: null,
      line: null,
      movement: null,
      channel: null,
      plus: null,
      reason: null,
      sort: null,
    }
    const isHere = here === 'orders-report'
    return {
      key: one,
      group: reportViews[one].group,
      title: title[locale],
      short: (short ?? title)[locale],
      href: `${pathOf('orders-report', locale)}${one === 'orders' ? '' : `?view=${one}`}`,
      icon: one === 'orders' ? 'orders-report' : one,
      current: isHere && one === chosen,
      count: one === 'duties' ? { all: lateDuties, late: lateDuties } : null,
      mentions: 0,
      query: isHere ? query : null,
    }
  })
  const others = shown.filter(({ key }) => key !== 'orders-report')
  const [work, rest] = [
    views.filter(({ group }) => group === 'work'),
    views.filter(({ group }) => group !== 'work'),
  ]
  return [...work, ...others, ...rest]
}

/** Returns how many paid clients wait while sales are disturbed; null while sales work. */
const heldUp = (selling: Selling | null): Count | null => {
  if (!selling || selling.verdict.tone === 'good') return null
  const { count } = selling.verdict.waiting
  return { all: count, late: count }
}

function countOf(name: DeskName, of: Today['counts']): Count | null {
  const count = {
    'staff-today': Object.values(of).reduce(
      (sum, one) => ({ all: sum.all + one.all, late: sum.late + one.late }),
      { all: 0, late: 0 },
    ),
    'staff-orders': of.orders,
    'staff-claims': of.claims,
    kyc: of.kyc,
    'staff-clients': of.inbox,
    'staff-reference': of.reference,
  }
  return name in count ? count[name as keyof typeof count] : null // the names of the line before
}
