import type { ReactNode } from 'react'
import { type PageName, pathOf } from '#contract/pages.ts'
import { almatyDay, numericDay } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import { staffClaimStates } from '#texts/states.ts'
import type { Reply } from '../../http/api.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { shortInsurer } from '../../ui/insurer-name.ts'
import orderWords from '../../ui/order-words.ts'
import { plateWords } from '../../ui/plate-words.ts'
import { useDuration } from '../../ui/use-duration.ts'
import { addressOfCase, drawingOf } from '../notes/case-link.ts'
import noteWords from '../notes/texts.ts'
import type { Entry, User } from '../shell/entries.ts'
import type { Drawing } from '../shell/icons.tsx'
import { SmallPlate } from '../small-plate.tsx'
import { actsHere } from './acts-here.ts'
import words, { placeWords as placeTexts } from './texts.ts'

/** Names of the desks' places, as people type them in either language. */
const placeWords: Readonly<Partial<Record<string, string>>> = {
  'staff-status':
    'күйі статус жұмыс істемейді үзіліс status состояние сбой не работает жүйелердің систем',
  'staff-today': 'бүгінгі іс today сегодня дела бүгін',
  'staff-orders': 'тапсырыс сатылым полис orders заказ продажа тапсырыстар заказы',
  'staff-claims':
    'өтінім жағдай төлем claims заявка убыток выплата сақтандыру жағдайлары страховые случаи',
  kyc: 'тізім тексеру бұғат kyc перечни проверка блокировка клиенттерді клиентов',
  'staff-clients': 'клиент адам clients человек клиенттер клиенты',
  'staff-reference': 'анықтамалық тариф reference справочник анықтамалықтар справочники',
  'staff-audit': 'журнал кім қарады audit кто смотрел әрекеттер журналы действий',
  'staff-users': 'қызметкер промоутер users сотрудник пайдаланушылар пользователи',
  inbox: 'хабарлама өтініш хат inbox обращения входящие письма сообщения',
  stuck: 'кептелді ресімделмеген stuck застрял не оформлен',
  refunds: 'қайтару refunds возврат деньги',
  newest: 'жаңа newest новые последние',
  lists: 'террор перечень lists террористы списки перечни',
}

type Place = { key: string; title: string; href: string; icon: Drawing; words: string }

/** Places within a desk that the rail does not name, with their desk. */
const within = {
  inbox: { desk: 'staff-clients', query: 'inbox=new', icon: 'inbox' },
  stuck: { desk: 'staff-orders', query: 'view=stuck', icon: 'staff-orders' },
  refunds: { desk: 'staff-orders', query: 'view=refund_failed', icon: 'staff-orders' },
  newest: { desk: 'staff-orders', query: 'view=newest', icon: 'staff-orders' },
  lists: { desk: 'kyc', query: 'view=lists', icon: 'kyc' },
} as const satisfies Record<string, { desk: PageName; query: string; icon: Drawing }>

/** Returns every place the user may open, and its names in both languages. */
function placesOf(
  entries: readonly Entry[],
  locale: Locale,
  titles: Readonly<Record<keyof typeof within, string>>,
): Place[] {
  const called = (key: string) => placeWords[key] ?? ''
  const open = new Set(entries.map(({ key }) => key))
  return [
    ...entries.map(({ key, title, href, icon }) => ({
      key,
      title,
      href,
      icon,
      words: `${title} ${called(key)}`,
    })),
    ...Object.entries(within).flatMap(([key, { desk, query, icon }]) =>
      open.has(desk)
        ? [
            {
              key,
              icon,
              href: `${pathOf(desk, locale)}?${query}`,
              title: titles[key as keyof typeof within],
              words: `${titles[key as keyof typeof within]} ${called(key)}`,
            },
          ]
        : [],
    ),
  ]
}

const latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
const cyrillic = 'йцукенгшщзхъфывапролджэячсмитьбю'
/** Converts text typed in the Latin layout to the Cyrillic one. */
const otherLayout = (text: string): string =>
  Array.from(text, (sign) => cyrillic[latin.indexOf(sign)] ?? sign).join('')

/** Whether a word of these begins with the text, typed in whichever layout. */
function isCalled(names: string, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  if (wanted.length < 2) return false
  const all = ` ${names.toLowerCase()}`
  return all.includes(` ${wanted}`) || all.includes(` ${otherLayout(wanted)}`)
}

export type Found = Reply<'staffSearch'>['data']
export type Recent = Reply<'staffRecent'>['data']['rows'][number]

/** One result: what it is, its state, its link. */
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
  /** Done here instead of opening an address. */
  run?: () => void
}

const unissued = new Set(['paid', 'issuing', 'issue_failed', 'refund_failed'])
const withQuery = (path: string, name: string, value: string) =>
  `${path}?${name}=${encodeURIComponent(value)}`

/** Returns the addresses of objects, for staff and for an accountant. */
function addressesOf(locale: Locale, user: User) {
  const isStaff = user.role === 'staff'
  const dayOf = (path: string, instant: string) => {
    const day = almatyDay(new Date(instant))
    return `${path}?from=${day}&to=${day}`
  }
  return {
    order: (id: string) =>
      isStaff
        ? withQuery(pathOf('staff-orders', locale), 'order', id)
        : withQuery(pathOf('orders-report', locale), 'sale', id),
    claim: (id: string, at: string) =>
      isStaff
        ? withQuery(pathOf('staff-claims', locale), 'claim', id)
        : dayOf(pathOf('claim-report', locale), at),
    client: (id: string) => withQuery(pathOf('staff-clients', locale), 'client', id),
    screen: (id: string) => withQuery(pathOf('kyc', locale), 'client', id),
    lookers: (id: string) => withQuery(pathOf('staff-audit', locale), 'object', id),
  }
}

/** Returns a function that turns results into lines, grouped by object; acts below. */
export function useHits(user: User): (found: Found) => Hit[] {
  const to = addressesOf(useLocale(), user)
  const carHits = useCarHits(to)
  const saleHits = useSaleHits(to)
  const claimHits = useClaimHits(to)
  const actHits = useActHits(to, user)
  const noteHits = useNoteHits()
  const peopleHits = (found: Found): Hit[] => [
    ...found.clients.map(
      ({ account_id, name, iin, phone }): Hit => ({
        key: account_id,
        group: 'client',
        icon: 'staff-clients',
        href: to.client(account_id),
        title: name || iin,
        more: [name ? iin : '', phone].filter(Boolean).join(' · '),
        aside: '',
      }),
    ),
    ...found.people.flatMap(({ account_id, order_id, name, iin, plate }): Hit[] => {
      const href = account_id ? to.client(account_id) : order_id ? to.order(order_id) : null
      return href
        ? [
            {
              key: `person ${account_id ?? order_id}`,
              group: 'people',
              icon: 'staff-clients',
              href,
              title: name || iin,
              aside: '',
              more: [plate ? plateWords(plate) : '', name ? iin : ''].filter(Boolean).join(' · '),
            },
          ]
        : []
    }),
  ]
  return (found) => {
    const [people, sales, claims] = [peopleHits(found), saleHits(found), claimHits(found)]
    // The object of the number is first: Enter opens it, not its owner.
    const inOrder =
      found.kind === 'claim'
        ? [claims, sales, people]
        : found.kind === 'order' || found.kind === 'policy' || found.kind === 'number'
          ? [sales, claims, people]
          : [people, sales, claims]
    return [...carHits(found), ...inOrder.flat(), ...noteHits(found), ...actHits(found)]
  }
}

type To = ReturnType<typeof addressesOf>

/** A car opens its newest order, or else its owner. */
function useCarHits(to: To) {
  const t = useTexts(words)
  return ({ cars, clients: [client], orders, policies, claims }: Found): Hit[] => {
    const [first] = orders
    const href = first ? to.order(first.order_id) : client ? to.client(client.account_id) : null
    if (!href) return []
    const counts = [
      orders.length ? t.orders(orders.length) : '',
      policies.length ? t.policies(policies.length) : '',
      claims.length ? t.claims(claims.length) : '',
    ]
    return cars.map(({ plate, name, year }) => ({
      key: `car ${plate}`,
      group: 'car',
      icon: 'staff-claims',
      href,
      title: <SmallPlate plate={plate} />,
      more: [name, year].filter(Boolean).join(', '),
      aside: counts.filter(Boolean).join(', '),
    }))
  }
}

/** Orders by their state, then policies by their end. */
function useSaleHits(to: To) {
  const t = useTexts(words)
  const states = useTexts(orderWords)
  const waited = useDuration()
  return ({ clients: [client], orders, policies }: Found): Hit[] => [
    ...orders.map(
      ({ order_id, number, state, at, paid_at }): Hit => ({
        key: order_id,
        group: 'sales',
        icon: 'staff-orders',
        href: to.order(order_id),
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
              key: global_id,
              group: 'sales',
              icon: 'claim-report',
              href: order_id ? to.order(order_id) : to.client(client?.account_id ?? ''),
              title: global_id,
              more: `${states.policy[state] ?? state}, ${shortInsurer(insurer)}`,
              aside: t.until(numericDay(end)),
            },
          ]
        : [],
    ),
  ]
}

function useClaimHits(to: To) {
  const t = useTexts(words)
  const states: Record<string, string> = staffClaimStates[useLocale()]
  return ({ claims }: Found): Hit[] =>
    claims.map(({ claim_id, state, due, at }) => ({
      key: claim_id,
      group: 'claim',
      icon: 'staff-claims',
      href: to.claim(claim_id, at),
      title: claim_id,
      more: states[state] ?? state,
      aside: due ? t.due(numericDay(due)) : '',
    }))
}

/** Staff notes: the case, and the words around the match. */
function useNoteHits() {
  const { kinds } = useTexts(noteWords)
  const locale = useLocale()
  return ({ notes }: Found): Hit[] =>
    notes.map(({ id, about, subject, number, text, by, at }) => ({
      key: `note ${id}`,
      group: 'notes',
      icon: drawingOf[about],
      href: addressOfCase({ about, subject }, locale),
      title: `${kinds[about]} ${number}`,
      more: `${by}: ${text}`,
      aside: almatyTime(at),
    }))
}

function useActHits(to: To, user: User) {
  const t = useTexts(words)
  return (found: Found): Hit[] => {
    const [client] = found.clients
    const lookers = user.administrator ? lookedFor(found) : null
    return [
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
      ...(lookers
        ? [
            {
              ...({ key: 'lookers', group: 'act', icon: 'staff-audit' } as const),
              href: to.lookers(lookers),
              title: t.lookers,
              more: lookers.split('-')[0] ?? '',
              aside: '',
            },
          ]
        : []),
    ]
  }
}

/** Returns the key of the object in the audit log; a personal number never enters an address. */
const lookedFor = ({ cars, orders, claims }: Pick<Found, 'cars' | 'orders' | 'claims'>) =>
  cars[0]?.plate ?? orders[0]?.order_id ?? claims[0]?.claim_id ?? null

/** Returns the lines of what the user opened lately. */
export function useRecentHits(user: User): (rows: readonly Recent[]) => Hit[] {
  const states = useTexts(orderWords).order
  const locale = useLocale()
  const claimStates: Record<string, string> = staffClaimStates[locale]
  const to = addressesOf(locale, user)
  return (rows) =>
    rows.map(({ kind, id, title, iin, state, at }) => ({
      key: id,
      group: 'recent',
      icon: ({ order: 'staff-orders', client: 'staff-clients', claim: 'staff-claims' } as const)[
        kind
      ],
      href: kind === 'client' ? to.client(id) : kind === 'order' ? to.order(id) : to.claim(id, at),
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

/**
 * Returns a function that finds acts of the open case and places with a word that begins with the
 * text.
 */
export function useNamedHits(entries: readonly Entry[]): (text: string) => Hit[] {
  const t = useTexts(words)
  const { within } = useTexts(placeTexts)
  const locale = useLocale()
  return (text) => [
    ...actsHere()
      .filter(({ title }) => isCalled(title, text))
      .map(
        ({ key, title, of, run }): Hit => ({
          key: `here ${key}`,
          group: 'here',
          icon: 'staff-orders',
          href: '',
          aside: '',
          title,
          more: of,
          run,
        }),
      ),
    ...placesOf(entries, locale, within)
      .filter((place) => isCalled(place.words, text))
      .map(
        ({ key, title, href, icon }): Hit => ({
          key,
          group: 'act',
          icon,
          href,
          more: '',
          aside: '',
          title: t.openDesk(title),
        }),
      ),
  ]
}
