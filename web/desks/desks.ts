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

/** `for`: who finds the desk in the menu; an administrator has the staff's desks as well. */
type Desk = { for: 'staff' | 'administrator' | 'accountant'; group: Group; title: Localized }

/** Every desk, in the order of the menu. */
export const desks: Readonly<Record<DeskName, Desk>> = {
  'staff-today': { for: 'staff', group: 'work', title: { kz: 'Бүгін', ru: 'Сегодня' } },
  'staff-orders': { for: 'staff', group: 'work', title: { kz: 'Тапсырыстар', ru: 'Заказы' } },
  'staff-claims': {
    for: 'staff',
    group: 'work',
    title: { kz: 'Сақтандыру жағдайлары', ru: 'Страховые случаи' },
  },
  kyc: {
    for: 'staff',
    group: 'work',
    title: { kz: 'Клиентті тексеру', ru: 'Проверка клиента' },
  },
  'staff-clients': { for: 'staff', group: 'people', title: { kz: 'Клиенттер', ru: 'Клиенты' } },
  'staff-status': {
    for: 'staff',
    group: 'house',
    title: { kz: 'Жүйелердің күйі', ru: 'Состояние систем' },
  },
  'staff-reference': {
    for: 'staff',
    group: 'house',
    title: { kz: 'Анықтамалықтар', ru: 'Справочники' },
  },
  'staff-users': {
    for: 'administrator',
    group: 'house',
    title: { kz: 'Пайдаланушылар', ru: 'Пользователи' },
  },
  'staff-audit': {
    for: 'administrator',
    group: 'house',
    title: { kz: 'Әрекеттер журналы', ru: 'Журнал действий' },
  },
  'claim-report': {
    for: 'accountant',
    group: 'work',
    title: { kz: 'Өтінімдер есебі', ru: 'Отчёт по заявкам' },
  },
  'orders-report': {
    for: 'accountant',
    group: 'work',
    title: { kz: 'Тапсырыстар есебі', ru: 'Отчёт по заказам' },
  },
}
