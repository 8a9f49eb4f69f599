import { orderColumns, type ReportColumns } from './report-columns.ts'

/**
 * A promoter's own sales: their screen and their file, people masked as the portal shows them. What
 * the accountant's orders have too is called as there.
 */
export const saleColumns = {
  createdAt: {
    kind: 'instant',
    file: orderColumns.createdAt.file,
    screen: { kz: 'Қашан', ru: 'Когда' },
  },
  state: {
    kind: 'code',
    file: orderColumns.status.file,
    screen: orderColumns.status.screen,
  },
  policyholder: {
    kind: 'text',
    file: { kz: 'Клиент', ru: 'Клиент' },
    screen: { kz: 'Клиент', ru: 'Клиент' },
  },
  plates: {
    kind: 'text',
    file: { kz: 'Көлік', ru: 'Автомобиль' },
    screen: { kz: 'Көлік', ru: 'Авто' },
  },
  kind: {
    kind: 'code',
    file: { kz: 'Түрі', ru: 'Вид' },
    screen: { kz: 'Түрі', ru: 'Вид' },
  },
  insurer: {
    kind: 'text',
    file: orderColumns.insurer.file,
    screen: orderColumns.insurer.screen,
  },
  globalId: {
    kind: 'text',
    nullable: true,
    file: { kz: 'Полис нөмірі', ru: 'Номер полиса' },
    screen: { kz: 'Полис', ru: 'Полис' },
  },
  /** Of what is in force now; the statement of a month says what was booked in it. */
  booked: orderColumns.premium,
  ogpoPlus: { kind: 'money', seldom: true, file: orderColumns.ogpoPlus.file },
  /** The client's price, paid or not. */
  amount: orderColumns.amount,
  /** Null if no rate is set for the day of the sale. */
  pay: {
    kind: 'money',
    nullable: true,
    file: { kz: 'Қазіргі сыйақым, ₸', ru: 'Моё вознаграждение сейчас, ₸' },
    screen: { kz: 'Қазіргі\nсыйақым', ru: 'Вознаграждение\nсейчас' },
  },
  endDate: {
    kind: 'day',
    nullable: true,
    file: { kz: 'Соңғы күні', ru: 'Последний день' },
    screen: { kz: 'Соңғы күні', ru: 'Последний день' },
  },
} as const satisfies ReportColumns
