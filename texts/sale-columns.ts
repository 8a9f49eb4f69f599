import type { ReportColumns } from './report-columns.ts'

/** A promoter's own sales: their screen and their file, people masked as the portal shows them. */
export const saleColumns = {
  createdAt: {
    kind: 'instant',
    file: { kz: 'Жасалған уақыты', ru: 'Создан' },
    screen: { kz: 'Қашан', ru: 'Когда' },
  },
  state: {
    kind: 'code',
    file: { kz: 'Күйі', ru: 'Статус' },
    screen: { kz: 'Күйі', ru: 'Статус' },
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
    file: { kz: 'Сақтандыру компаниясы', ru: 'Страховая компания' },
    screen: { kz: 'Компания', ru: 'Компания' },
  },
  globalId: {
    kind: 'text',
    nullable: true,
    file: { kz: 'Полис нөмірі', ru: 'Номер полиса' },
    screen: { kz: 'Полис', ru: 'Полис' },
  },
  premium: {
    kind: 'money',
    file: { kz: 'Сақтандыру сыйлықақысы, ₸', ru: 'Страховая премия, ₸' },
    screen: { kz: 'Сыйлықақы', ru: 'Премия' },
  },
  ogpoPlus: { kind: 'money', seldom: true, file: { kz: 'ОГПО+, ₸', ru: 'ОГПО+, ₸' } },
  amount: {
    kind: 'money',
    file: { kz: 'Төлем сомасы, ₸', ru: 'Сумма оплаты, ₸' },
  },
  /** Null where no rate is set for the day of the sale. */
  pay: {
    kind: 'money',
    nullable: true,
    file: { kz: 'Сыйақым, ₸', ru: 'Моё вознаграждение, ₸' },
    screen: { kz: 'Сыйақым', ru: 'Моё' },
  },
  endDate: {
    kind: 'day',
    nullable: true,
    file: { kz: 'Соңғы күні', ru: 'Последний день' },
    screen: { kz: 'Соңғы күні', ru: 'Последний день' },
  },
} as const satisfies ReportColumns
