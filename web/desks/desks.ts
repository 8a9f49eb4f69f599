import type { PageName } from '#contract/pages.ts'
import type { Localized } from '#domain/locale.ts'
import type { pages } from '../pages.ts'

type Guards = readonly ['staff'] | readonly ['accountant']
/** The pages only staff or accountants may open: each has its row below, or nothing compiles. */
export type DeskName = {
  [Name in PageName]: (typeof pages)[Name]['guards'] extends Guards ? Name : never
}[PageName]

/** The groups of the rail, in its order. */
export const railGroups = ['work', 'people', 'house'] as const
type Group = (typeof railGroups)[number]

/** `for`: roles with the desk in their menu; an administrator has the staff's desks as well. */
type Desk = {
  for: 'staff' | 'administrator' | 'accountant'
  group: Group
  title: Localized
  /** A word of the title, for the bar of a phone. */
  short?: Localized
  /** Its icon in the rail: one stroke in 24 by 24. */
  stroke: string
}

/** People; with more behind it, of accounts. */
export const users = 'M12 11a3.7 3.7 0 1 0 0-7.4A3.7 3.7 0 0 0 12 11ZM5 20a7 7 0 0 1 14 0'

/** Every desk, in the order of the menu. */
export const desks: Readonly<Record<DeskName, Desk>> = {
  'staff-today': {
    for: 'staff',
    group: 'work',
    title: { kz: 'Бүгін', ru: 'Сегодня' },
    stroke: 'M3 18h18M6.5 18a5.5 5.5 0 0 1 11 0M12 4v3.5M4.6 8.6l2.2 2.2M19.4 8.6l-2.2 2.2',
  },
  'staff-orders': {
    for: 'staff',
    group: 'work',
    title: { kz: 'Тапсырыстар', ru: 'Заказы' },
    short: { kz: 'Тапсырыс', ru: 'Заказы' },
    stroke: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9.5 8.5h5M9.5 12.5h5',
  },
  'staff-claims': {
    for: 'staff',
    group: 'work',
    title: { kz: 'Сақтандыру жағдайлары', ru: 'Страховые случаи' },
    short: { kz: 'Жағдайлар', ru: 'Случаи' },
    stroke:
      'M3.5 17v-3.3a2 2 0 0 1 1.2-1.8l1.3-.6 1.5-3.4A2 2 0 0 1 9.3 6.7H14M9 17h6M5.5 17h-2M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM19 17h1.5v-3M18 3v4.5M18 10.7v.01',
  },
  kyc: {
    for: 'staff',
    group: 'work',
    title: { kz: 'Клиенттерді тексеру', ru: 'Проверка клиентов' },
    short: { kz: 'Тексеру', ru: 'Проверка' },
    stroke:
      'M10 11.5a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4ZM3.5 20a6.5 6.5 0 0 1 8-6.3M16.5 19.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM18.8 18.7l2.2 2.2',
  },
  'staff-clients': {
    for: 'staff',
    group: 'people',
    title: { kz: 'Клиенттер', ru: 'Клиенты' },
    stroke:
      'M9 11.5a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.7 3.7 0 0 1 0 6.7M18.5 14.4a6.5 6.5 0 0 1 3 5.6',
  },
  'staff-status': {
    for: 'staff',
    group: 'house',
    title: { kz: 'Жүйелердің күйі', ru: 'Состояние систем' },
    stroke: 'M3 12.5h4l2.5-7 4.5 13 2.5-6H21',
  },
  'staff-reference': {
    for: 'staff',
    group: 'house',
    title: { kz: 'Анықтамалықтар', ru: 'Справочники' },
    stroke:
      'M5 4.5h9.5A2.5 2.5 0 0 1 17 7v13H7.5A2.5 2.5 0 0 1 5 17.5zM5 17.5A2.5 2.5 0 0 1 7.5 15H17M8.5 8.5h5M19.5 7.5V20',
  },
  'staff-users': {
    for: 'administrator',
    group: 'house',
    title: { kz: 'Пайдаланушылар', ru: 'Пользователи' },
    stroke: `${users}M17.5 5.5l1.5 1.5 3-3`,
  },
  'staff-audit': {
    for: 'administrator',
    group: 'house',
    title: { kz: 'Әрекеттер журналы', ru: 'Журнал действий' },
    stroke: 'M7 3.5h9l3 3V14M7 3.5V20.5h5M10 8.5h5M10 12h3M17.5 21.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  },
  'claim-report': {
    for: 'accountant',
    group: 'work',
    title: { kz: 'Өтінімдер есебі', ru: 'Отчёт по заявкам' },
    stroke:
      'M14 3.5H7a1.5 1.5 0 0 0-1.5 1.5v14A1.5 1.5 0 0 0 7 20.5h10a1.5 1.5 0 0 0 1.5-1.5V8L14 3.5Zm0 0V8h4.5M9 12.5h6M9 16h4',
  },
  'orders-report': {
    for: 'accountant',
    group: 'work',
    title: { kz: 'Тапсырыстар есебі', ru: 'Отчёт по заказам' },
    stroke: 'M4.5 4.5h15v15h-15zM4.5 9.5h15M4.5 14.5h15M10 9.5v10',
  },
}
