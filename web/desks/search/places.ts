import { type PageName, pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import type { Entry } from '../shell/entries.ts'
import type { Drawing } from '../shell/icons.tsx'

/** What the places of the desks are called, as people type it in either language. */
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

export type Place = { key: string; title: string; href: string; icon: Drawing; words: string }

/** Places within a desk that the rail does not name, with the desk they are of. */
const within = {
  inbox: { desk: 'staff-clients', query: 'inbox=new', icon: 'inbox' },
  stuck: { desk: 'staff-orders', query: 'view=stuck', icon: 'staff-orders' },
  refunds: { desk: 'staff-orders', query: 'view=refund_failed', icon: 'staff-orders' },
  newest: { desk: 'staff-orders', query: 'view=newest', icon: 'staff-orders' },
  lists: { desk: 'kyc', query: 'view=lists', icon: 'kyc' },
} as const satisfies Record<string, { desk: PageName; query: string; icon: Drawing }>

/** Every place somebody may go to, and the words it is called by in both languages. */
export function placesOf(
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
/** What was typed in the Latin layout, as the Cyrillic one would have it. */
const otherLayout = (text: string): string =>
  Array.from(text, (sign) => cyrillic[latin.indexOf(sign)] ?? sign).join('')

/** Whether a word of these begins with the text, typed in whichever layout. */
export function isCalled(names: string, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  if (wanted.length < 2) return false
  const all = ` ${names.toLowerCase()}`
  return all.includes(` ${wanted}`) || all.includes(` ${otherLayout(wanted)}`)
}
