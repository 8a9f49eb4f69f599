import type { ReactNode } from 'react'
import { pathOf } from '#contract/pages.ts'
import { almatyDay, numericDay } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import claimWords from '../../claims/texts.ts'
import type { Reply } from '../../http/api.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import orderWords from '../../ui/order-words.ts'
import { useWaited } from '../../ui/waited.ts'
import type { Entry, User } from '../shell/entries.ts'
import type { Drawing } from '../shell/icons.tsx'
import { SmallPlate } from '../small-plate.tsx'
import words from './texts.ts'

export type Found = Reply<'staffSearch'>['data']
export type Recent = Reply<'staffRecent'>['data']['rows'][number]

/** One line that can be chosen: what it is, how it stands, where it leads. */
export type Hit = {
  key: string
  group: keyof (typeof words)['kz']['groups']
  icon: Drawing
  href: string
  title: ReactNode
  more: string
  aside: string
  /** Wrong or due: the aside is not quiet. */
  bad?: boolean
}

const unissued = new Set(['paid', 'issuing', 'issue_failed', 'refund_failed'])
const withQuery = (path: string, name: string, value: string) =>
  `${path}?${name}=${encodeURIComponent(value)}`

/** Where a thing is opened, for staff and for an accountant. */
function addressesOf(locale: Locale, user: User) {
  const isStaff = user.role === 'staff'
  const dayOf = (path: string, instant: string) => {
    const day = almatyDay(new Date(instant))
    return `${path}?from=${day}&to=${day}`
  }
  return {
    order: (id: string, at: string) =>
      isStaff
        ? withQuery(pathOf('staff-orders', locale), 'order', id)
        : dayOf(pathOf('orders-report', locale), at),
    claim: (id: string, at: string) =>
      isStaff
        ? withQuery(pathOf('staff-claims', locale), 'claim', id)
        : dayOf(pathOf('claim-report', locale), at),
    client: (id: string) => withQuery(pathOf('staff-clients', locale), 'client', id),
    screen: (id: string) => withQuery(pathOf('kyc', locale), 'client', id),
    lookers: (id: string) => withQuery(pathOf('staff-audit', locale), 'object', id),
  }
}

/** What was found as lines, grouped by the thing; what can be done about it below. */
export function useHits(user: User): (found: Found) => Hit[] {
  const t = useTexts(words)
  const states = useTexts(orderWords)
  const claimStates: Record<string, string> = useTexts(claimWords).states
  const waited = useWaited()
  const to = addressesOf(useLocale(), user)
  return ({ cars, clients, orders, policies, claims }) => {
    const [first] = orders
    const [client] = clients
    const opens = first
      ? to.order(first.order_id, first.at)
      : client
        ? to.client(client.account_id)
        : null
    return [
      ...cars.flatMap(({ plate, name, year }): Hit[] =>
        opens
          ? [
              {
                ...{ key: `car ${plate}`, group: 'car', icon: 'staff-claims', href: opens },
                title: <SmallPlate plate={plate} />,
                more: [name, year].filter(Boolean).join(', '),
                aside: [
                  orders.length ? t.orders(orders.length) : '',
                  policies.length ? t.policies(policies.length) : '',
                  claims.length ? t.claims(claims.length) : '',
                ]
                  .filter(Boolean)
                  .join(', '),
              },
            ]
          : [],
      ),
      ...clients.map(
        ({ account_id, name, iin, phone }): Hit => ({
          ...{ key: account_id, group: 'client', icon: 'staff-clients' },
          href: to.client(account_id),
          title: name || iin,
          more: [name ? iin : '', phone].filter(Boolean).join(' · '),
          aside: '',
        }),
      ),
      ...orders.map(
        ({ order_id, number, state, at, paid_at }): Hit => ({
          ...{ key: order_id, group: 'sales', icon: 'staff-orders' },
          href: to.order(order_id, at),
          title: number,
          more: states.order[state] ?? state,
          aside: unissued.has(state) ? t.waits(waited(paid_at ?? at)) : almatyTime(at),
          bad: unissued.has(state),
        }),
      ),
      ...policies.flatMap(({ global_id, order_id, state, end, insurer }): Hit[] =>
        order_id || client
          ? [
              {
                ...{ key: global_id, group: 'sales', icon: 'claim-report' },
                href: order_id ? to.order(order_id, end) : to.client(client?.account_id ?? ''),
                title: global_id,
                more: `${states.policy[state] ?? state}, ${/«[^»]+»/.exec(insurer)?.[0] ?? insurer}`,
                aside: t.until(numericDay(end)),
              },
            ]
          : [],
      ),
      ...claims.map(
        ({ claim_id, state, due, at }): Hit => ({
          ...{ key: claim_id, group: 'claim', icon: 'staff-claims' },
          href: to.claim(claim_id, at),
          title: claim_id,
          more: claimStates[state] ?? state,
          aside: due ? t.due(numericDay(due)) : '',
        }),
      ),
      ...(client
        ? [
            {
              ...({ key: 'screen', group: 'act', icon: 'kyc' } as const),
              href: to.screen(client.account_id),
              title: t.screen,
              more: client.name,
              aside: '',
            },
          ]
        : []),
      ...(user.administrator && lookedFor({ cars, orders, claims })
        ? [
            {
              ...({ key: 'lookers', group: 'act', icon: 'staff-audit' } as const),
              href: to.lookers(lookedFor({ cars, orders, claims }) ?? ''),
              title: t.lookers,
              more: cars[0]?.plate ?? first?.number ?? claims[0]?.claim_id ?? '',
              aside: '',
            },
          ]
        : []),
    ]
  }
}

/** What the audit log knows the thing by; a person’s number never stands in an address. */
const lookedFor = ({ cars, orders, claims }: Pick<Found, 'cars' | 'orders' | 'claims'>) =>
  cars[0]?.plate ?? orders[0]?.order_id ?? claims[0]?.claim_id ?? null

/** What the person opened lately. */
export function useRecentHits(user: User): (rows: readonly Recent[]) => Hit[] {
  const states = useTexts(orderWords).order
  const claimStates: Record<string, string> = useTexts(claimWords).states
  const to = addressesOf(useLocale(), user)
  return (rows) =>
    rows.map(({ kind, id, title, iin, state, at }) => ({
      key: id,
      group: 'recent',
      icon: ({ order: 'staff-orders', client: 'staff-clients', claim: 'staff-claims' } as const)[
        kind
      ],
      href: kind === 'client' ? to.client(id) : to[kind](id, at),
      title: title || (iin ?? id),
      more:
        kind === 'client'
          ? title
            ? (iin ?? '')
            : ''
          : ((kind === 'order' ? states : claimStates)[state ?? ''] ?? ''),
      aside: almatyTime(at),
    }))
}

/** Words are no number: desks whose name begins a word with them. */
export function useDeskHits(entries: readonly Entry[]): (text: string) => Hit[] {
  const t = useTexts(words)
  return (text) => {
    const wanted = text.trim().toLowerCase()
    if (wanted.length < 2) return []
    return entries
      .filter(({ title }) => ` ${title.toLowerCase()}`.includes(` ${wanted}`))
      .map(({ key, title, href, icon }) => ({
        ...{ key, group: 'act', icon, href, more: '', aside: '' },
        title: t.openDesk(title),
      }))
  }
}
