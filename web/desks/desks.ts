import type { PageName } from '#contract/pages.ts'
import type { Localized } from '#domain/locale.ts'
import type { pages } from '../pages.ts'

type Guards = readonly ['staff'] | readonly ['accountant']
/** The pages only staff or accountants may open: each has its row below, or nothing compiles. */
export type DeskName = {
  [Name in PageName]: (typeof pages)[Name]['guards'] extends Guards ? Name : never
}[PageName]

/** `for`: who finds the desk in the menu; an administrator has the staff's desks as well. */
type Desk = { for: 'staff' | 'administrator' | 'accountant'; title: Localized }

/** Every desk, in the order of the menu. */
export const desks: Readonly<Record<DeskName, Desk>> = {
  kyc: { for: 'staff', title: { kz: 'Клиентті тексеру', ru: 'Проверка клиента' } },
  'staff-claims': {
    for: 'staff',
    title: { kz: 'Сақтандыру жағдайлары', ru: 'Страховые случаи' },
  },
  'staff-clients': { for: 'staff', title: { kz: 'Клиенттер', ru: 'Клиенты' } },
  'staff-orders': { for: 'staff', title: { kz: 'Тапсырыстар', ru: 'Заказы' } },
  'staff-status': { for: 'staff', title: { kz: 'Жүйелердің күйі', ru: 'Состояние систем' } },
  'staff-reference': { for: 'staff', title: { kz: 'Анықтамалықтар', ru: 'Справочники' } },
  'staff-users': { for: 'administrator', title: { kz: 'Пайдаланушылар', ru: 'Пользователи' } },
  'staff-audit': {
    for: 'administrator',
    title: { kz: 'Әрекеттер журналы', ru: 'Журнал действий' },
  },
  'claim-report': { for: 'accountant', title: { kz: 'Өтінімдер есебі', ru: 'Отчёт по заявкам' } },
  'orders-report': {
    for: 'accountant',
    title: { kz: 'Тапсырыстар есебі', ru: 'Отчёт по заказам' },
  },
}
