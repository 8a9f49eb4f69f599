import type { Locale } from '#brand'

type Text = Record<Locale, string>

/**
 * Names of columns and words of the accountant's files (glossary: тапсырыстар есебі, өтінімдер
 * есебі).
 */
export const reportTitles = {
  orders: { kz: 'Тапсырыстар есебі', ru: 'Отчёт по заказам' },
  claims: { kz: 'Өтінімдер есебі', ru: 'Отчёт по заявкам' },
  insurers: {
    kz: 'Сақтандыру компанияларымен есеп айырысу',
    ru: 'Расчёты со страховыми компаниями',
  },
  refunds: { kz: 'Қайтарулар тізілімі', ru: 'Реестр возвратов' },
  promoters: { kz: 'Промоутерлердің комиссиясы', ru: 'Комиссия по промоутерам' },
} as const satisfies Record<string, Text>
export type ReportName = keyof typeof reportTitles

export const reportColumns = {
  number: { kz: 'Нөмірі', ru: 'Номер' },
  id: { kz: 'Белгісі', ru: 'Идентификатор' },
  created: { kz: 'Жасалған уақыты', ru: 'Создан' },
  paid: { kz: 'Төленген уақыты', ru: 'Оплачен' },
  status: { kz: 'Күйі', ru: 'Статус' },
  source: { kz: 'Дереккөзі', ru: 'Источник' },
  insurer: { kz: 'Сақтандыру компаниясы', ru: 'Страховая компания' },
  promoter: { kz: 'Промоутер', ru: 'Промоутер' },
  iin: { kz: 'Клиенттің ЖСН-і', ru: 'ИИН клиента' },
  start: { kz: 'Шарттың басталуы', ru: 'Начало договора' },
  premium: { kz: 'Сақтандыру сыйлықақысы, ₸', ru: 'Страховая премия, ₸' },
  ogpoPlus: { kz: 'ОГПО+, ₸', ru: 'ОГПО+, ₸' },
  commission: { kz: 'Брокердің комиссиясы, ₸', ru: 'Комиссия брокера, ₸' },
  amount: { kz: 'Төлем сомасы, ₸', ru: 'Сумма оплаты, ₸' },
  refund: { kz: 'Қайтару сомасы, ₸', ru: 'Сумма возврата, ₸' },
  refundDue: { kz: 'Клиентке қайтарылуға тиіс, ₸', ru: 'К возврату клиентам, ₸' },
  toPassOn: { kz: 'Компанияға аударылады, ₸', ru: 'К перечислению, ₸' },
  policies: { kz: 'Полис саны', ru: 'Полисов' },
  policyNumber: { kz: 'Полис нөмірі', ru: 'Номер полиса' },
  claimCase: { kz: 'Кімнің мүлкі', ru: 'Чьё имущество' },
  claimStatus: { kz: 'Өтініш беруші', ru: 'Заявитель' },
  damage: { kz: 'Залал түрі', ru: 'Вид ущерба' },
  decided: { kz: 'Шешім күні', ru: 'Дата решения' },
  paidOut: { kz: 'Сақтандыру төлемінің күні', ru: 'Дата выплаты' },
  order: { kz: 'Тапсырыс', ru: 'Заказ' },
  attempt: { kz: 'Төлем', ru: 'Платёж' },
  way: { kz: 'Төлем тәсілі', ru: 'Способ' },
  reason: { kz: 'Себебі', ru: 'Причина' },
  done: { kz: 'Қайтарылған уақыты', ru: 'Возвращён' },
  receipt: { kz: 'Фискалдық чек', ru: 'Фискальный чек' },
} as const satisfies Record<string, Text>

export const reportWords = {
  total: { kz: 'Барлығы, жол', ru: 'Итого, строк' },
  period: { kz: 'Кезең', ru: 'Период' },
  made: { kz: 'Есеп жасалған уақыт', ru: 'Сформирован' },
  filters: { kz: 'Сүзгілер', ru: 'Фильтры' },
} as const satisfies Record<string, Text>
