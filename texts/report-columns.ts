import type { Localized } from '#domain/locale.ts'

/**
 * The columns of the accountant's reports, each once: its title and content. Wire, screen, files
 * and sums are made from them; where a value comes from, the server says.
 *
 * `code`: a value with words (a state, a source). `person`: an IIN, of which a screen shows four
 * digits. `name`: whose it is, of which a screen shows a surname and an initial. Instants and days
 * are of Almaty. Money and counts are numbers, summed in a spreadsheet; `tiyn`: a sum of another
 * system's, which is not whole tenge.
 */
export type ReportColumn = {
  kind: 'text' | 'code' | 'person' | 'name' | 'instant' | 'day' | 'money' | 'tiyn' | 'count'
  nullable?: true
  /** Nothing of it is written as a dash on screens. */
  seldom?: true
  /** Money that is not added up in a file's row of totals. */
  unsummed?: true
  /** Its name in a file. */
  file: Localized
  /** Its name on a screen; absent where only files have it. */
  screen?: Localized
}
export type ReportColumns = Readonly<Record<string, ReportColumn>>

/** Columns that several reports have alike. */
const common = {
  status: {
    kind: 'code',
    file: { kz: 'Күйі', ru: 'Статус' },
    screen: { kz: 'Күйі', ru: 'Статус' },
  },
  insurer: {
    kind: 'code',
    nullable: true,
    file: { kz: 'Сақтандыру компаниясы', ru: 'Страховая компания' },
    screen: { kz: 'Компания', ru: 'Компания' },
  },
  promoter: {
    kind: 'text',
    nullable: true,
    file: { kz: 'Промоутер', ru: 'Промоутер' },
    screen: { kz: 'Промоутер', ru: 'Промоутер' },
  },
  client: {
    kind: 'person',
    file: { kz: 'Клиенттің ЖСН-і', ru: 'ИИН клиента' },
    screen: { kz: 'Клиенттің ЖСН-і', ru: 'ИИН клиента' },
  },
  startDate: {
    kind: 'day',
    nullable: true,
    file: { kz: 'Шарттың басталуы', ru: 'Начало договора' },
    screen: { kz: 'Басталуы', ru: 'Начало' },
  },
  premium: {
    kind: 'money',
    seldom: true,
    file: { kz: 'Сақтандыру сыйлықақысы, ₸', ru: 'Страховая премия, ₸' },
    screen: { kz: 'Сыйлықақы', ru: 'Премия' },
  },
  ogpoPlus: {
    kind: 'money',
    seldom: true,
    file: { kz: 'ОГПО+, ₸', ru: 'ОГПО+, ₸' },
    screen: { kz: 'ОГПО+', ru: 'ОГПО+' },
  },
  commission: {
    kind: 'money',
    seldom: true,
    file: { kz: 'Брокердің комиссиясы, ₸', ru: 'Комиссия брокера, ₸' },
    screen: { kz: 'Комиссия', ru: 'Комиссия' },
  },
  // The money of a sale as it stands when it is read: another figure than that of a period's movements.
  standingPremium: {
    kind: 'money',
    seldom: true,
    file: { kz: 'Қазіргі сыйлықақы, ₸', ru: 'Премия сейчас, ₸' },
    screen: { kz: 'Қазіргі\nсыйлықақы', ru: 'Премия\nсейчас' },
  },
  standingOgpoPlus: {
    kind: 'money',
    seldom: true,
    file: { kz: 'Қазіргі ОГПО+, ₸', ru: 'ОГПО+ сейчас, ₸' },
    screen: { kz: 'Қазіргі\nОГПО+', ru: 'ОГПО+\nсейчас' },
  },
  standingCommission: {
    kind: 'money',
    seldom: true,
    file: { kz: 'Брокердің қазіргі комиссиясы, ₸', ru: 'Комиссия брокера сейчас, ₸' },
    screen: { kz: 'Қазіргі\nкомиссия', ru: 'Комиссия\nсейчас' },
  },
  holder: {
    kind: 'name',
    file: { kz: 'Сақтанушы', ru: 'Страхователь' },
    screen: { kz: 'Сақтанушы', ru: 'Страхователь' },
  },
  policyNumber: {
    kind: 'text',
    nullable: true,
    file: { kz: 'Полис нөмірі', ru: 'Номер полиса' },
    screen: { kz: 'Полис', ru: 'Полис' },
  },
  plate: {
    kind: 'text',
    nullable: true,
    file: { kz: 'Мемлекеттік нөмірі', ru: 'Госномер' },
    screen: { kz: 'Мемнөмір', ru: 'Госномер' },
  },
  endDate: {
    kind: 'day',
    nullable: true,
    file: { kz: 'Шарттың аяқталуы', ru: 'Окончание договора' },
    screen: { kz: 'Аяқталуы', ru: 'Окончание' },
  },
  paymentId: {
    kind: 'text',
    nullable: true,
    file: { kz: 'Төлем нөмірі', ru: 'Номер платежа' },
    screen: { kz: 'Төлем', ru: 'Платёж' },
  },
  policies: {
    kind: 'count',
    file: { kz: 'Полис саны', ru: 'Полисов' },
    screen: { kz: 'Полис саны', ru: 'Полисов' },
  },
} as const satisfies ReportColumns

/** OGPO orders and the months of Home, in the order of the file. */
export const orderColumns = {
  number: {
    kind: 'text',
    file: { kz: 'Нөмірі', ru: 'Номер' },
    screen: { kz: 'Тапсырыс', ru: 'Заказ' },
  },
  createdAt: {
    kind: 'instant',
    file: { kz: 'Жасалған уақыты', ru: 'Создан' },
    screen: { kz: 'Жасалған', ru: 'Создан' },
  },
  paidAt: {
    kind: 'instant',
    nullable: true,
    file: { kz: 'Төленген уақыты', ru: 'Оплачен' },
    screen: { kz: 'Төленген уақыты', ru: 'Оплачен' },
  },
  status: common.status,
  source: {
    kind: 'code',
    file: { kz: 'Қайдан келген', ru: 'Источник' },
    screen: { kz: 'Қайдан', ru: 'Источник' },
  },
  insurer: common.insurer,
  promoter: common.promoter,
  client: common.client,
  /** Null for a Home subscription that is not paid yet. */
  startDate: common.startDate,
  // Money of the ledger: nothing where a sale was not paid, did not come about or was cancelled.
  premium: common.standingPremium,
  ogpoPlus: common.standingOgpoPlus,
  commission: common.standingCommission,
  /** What the order asks for, paid or not: it has no sum. */
  amount: {
    kind: 'money',
    unsummed: true,
    file: { kz: 'Төлем сомасы, ₸', ru: 'К оплате, ₸' },
    screen: { kz: 'Төленетіні', ru: 'К оплате' },
  },
  /** Paid for an issued policy or month, less refunds. */
  paid: {
    kind: 'money',
    seldom: true,
    file: { kz: 'Төленген әрі қолданыста, ₸', ru: 'Оплачено и действует, ₸' },
    screen: { kz: 'Төленген', ru: 'Оплачено' },
  },
  /** Refunded to the client or on its way, in any state of the sale. */
  refunded: {
    kind: 'money',
    seldom: true,
    file: { kz: 'Клиентке қайтарылғаны, ₸', ru: 'Возвращено клиенту, ₸' },
    screen: { kz: 'Қайтарылған', ru: 'Возвращено' },
  },
  // Whose contract it is and how it was paid, beyond what files had from the beginning.
  holder: common.holder,
  /** Null if nothing was issued. */
  policyNumber: common.policyNumber,
  /** Of the first car. */
  plate: common.plate,
  endDate: common.endDate,
  paymentId: common.paymentId,
} as const satisfies ReportColumns
/** Sums of a period of orders, paid and in force; `amount`: what was paid. */
export const orderSums = {
  amount: { kz: 'Төленген әрі қолданыста', ru: 'Оплачено и действует' },
  premium: common.standingPremium.screen,
  ogpoPlus: common.standingOgpoPlus.screen,
  commission: common.standingCommission.screen,
} as const satisfies Partial<Record<keyof typeof orderColumns, Localized>>

/**
 * Movements of premium, commission or insurers' returns, a line each, as the ledger has them: for
 * an insurer's reconciliation. In the order of the file.
 */
export const movementColumns = {
  policyNumber: common.policyNumber,
  at: {
    kind: 'instant',
    file: { kz: 'Жазылған уақыты', ru: 'Проведено' },
    screen: { kz: 'Жазылған', ru: 'Проведено' },
  },
  movement: {
    kind: 'code',
    file: { kz: 'Қозғалыс түрі', ru: 'Вид движения' },
    screen: { kz: 'Қозғалыс', ru: 'Движение' },
  },
  insurer: common.insurer,
  holder: common.holder,
  client: common.client,
  plate: common.plate,
  startDate: common.startDate,
  endDate: common.endDate,
  number: {
    kind: 'text',
    nullable: true,
    file: { kz: 'Тапсырыс', ru: 'Заказ' },
    screen: { kz: 'Тапсырыс', ru: 'Заказ' },
  },
  channel: {
    kind: 'code',
    file: { kz: 'Арна', ru: 'Канал' },
    screen: { kz: 'Арна', ru: 'Канал' },
  },
  promoter: common.promoter,
  paymentId: common.paymentId,
  refundId: {
    kind: 'text',
    nullable: true,
    file: { kz: 'Қайтару нөмірі', ru: 'Номер возврата' },
    screen: { kz: 'Қайтару', ru: 'Возврат' },
  },
  premium: common.premium,
  ogpoPlus: common.ogpoPlus,
  commission: common.commission,
  refundDue: {
    kind: 'money',
    seldom: true,
    file: { kz: 'Клиентке қайтарылуға тиіс, ₸', ru: 'К возврату клиентам, ₸' },
    screen: { kz: 'Қайтарылатыны', ru: 'К возврату' },
  },
  /** premium + OGPO+ − commission − refunds due. */
  toPassOn: {
    kind: 'money',
    seldom: true,
    file: { kz: 'Компанияға аударылады, ₸', ru: 'К перечислению, ₸' },
    screen: { kz: 'Аударылатыны', ru: 'К перечислению' },
  },
} as const satisfies ReportColumns
export const movementSums = {
  premium: { kz: 'Сақтандыру сыйлықақысы', ru: 'Страховая премия' },
  ogpoPlus: { kz: 'ОГПО+', ru: 'ОГПО+' },
  commission: { kz: 'Брокердің комиссиясы', ru: 'Комиссия брокера' },
  refundDue: { kz: 'Клиентке қайтарылуға тиіс', ru: 'К возврату клиентам' },
  toPassOn: { kz: 'Компанияға аударылады', ru: 'К перечислению' },
} as const satisfies Partial<Record<keyof typeof movementColumns, Localized>>

/** Claims, in the order of the file. */
export const claimColumns = {
  id: {
    kind: 'text',
    file: { kz: 'Нөмірі', ru: 'Номер' },
    screen: { kz: 'Өтінім', ru: 'Заявка' },
  },
  createdAt: {
    kind: 'instant',
    file: { kz: 'Берілген уақыты', ru: 'Подана' },
    screen: { kz: 'Берілген', ru: 'Подана' },
  },
  status: common.status,
  policyNumber: {
    kind: 'text',
    file: { kz: 'Полис нөмірі', ru: 'Номер полиса' },
    screen: { kz: 'Полис', ru: 'Полис' },
  },
  source: {
    kind: 'code',
    nullable: true,
    file: { kz: 'Қайдан келген', ru: 'Источник' },
    screen: { kz: 'Қайдан', ru: 'Источник' },
  },
  insurer: common.insurer,
  promoter: common.promoter,
  client: common.client,
  claimCase: { kind: 'code', file: { kz: 'Кімнің мүлкі', ru: 'Чьё имущество' } },
  claimStatus: { kind: 'code', file: { kz: 'Өтініш беруші', ru: 'Заявитель' } },
  damageType: {
    kind: 'text',
    file: { kz: 'Залал түрі', ru: 'Вид ущерба' },
    screen: { kz: 'Залал түрі', ru: 'Вид ущерба' },
  },
  asked: {
    kind: 'money',
    nullable: true,
    file: { kz: 'Клиент сұраған сома, ₸', ru: 'Просит клиент, ₸' },
    screen: { kz: 'Сұралғаны', ru: 'Просит' },
  },
  estimated: {
    kind: 'money',
    nullable: true,
    file: { kz: 'Бағалау бойынша, ₸', ru: 'По оценке, ₸' },
    screen: { kz: 'Бағалау', ru: 'По оценке' },
  },
  payable: {
    kind: 'money',
    nullable: true,
    file: { kz: 'Төленетін сома, ₸', ru: 'К выплате, ₸' },
    screen: { kz: 'Төленетіні', ru: 'К выплате' },
  },
  decidedOn: {
    kind: 'day',
    nullable: true,
    file: { kz: 'Шешім күні', ru: 'Дата решения' },
    screen: { kz: 'Шешім күні', ru: 'Решение' },
  },
  paidOn: {
    kind: 'day',
    nullable: true,
    file: { kz: 'Сақтандыру төлемінің күні', ru: 'Дата выплаты' },
    screen: { kz: 'Сақтандыру төлемі', ru: 'Выплата' },
  },
} as const satisfies ReportColumns

/** The ledger's figures of each insurer in a period; totals are in the last line. */
export const insurerColumns = {
  insurer: {
    kind: 'code',
    file: { kz: 'Сақтандыру компаниясы', ru: 'Страховая компания' },
    screen: { kz: 'Компания', ru: 'Компания' },
  },
  policies: common.policies,
  premium: {
    kind: 'money',
    file: { kz: 'Сақтандыру сыйлықақысы, ₸', ru: 'Страховая премия, ₸' },
    screen: { kz: 'Сыйлықақы', ru: 'Премия' },
  },
  ogpoPlus: {
    kind: 'money',
    file: { kz: 'ОГПО+, ₸', ru: 'ОГПО+, ₸' },
    screen: { kz: 'ОГПО+', ru: 'ОГПО+' },
  },
  commission: {
    kind: 'money',
    file: { kz: 'Брокердің комиссиясы, ₸', ru: 'Комиссия брокера, ₸' },
    screen: { kz: 'Біздің комиссиямыз', ru: 'Наша комиссия' },
  },
  refundDue: {
    kind: 'money',
    file: { kz: 'Клиентке қайтарылуға тиіс, ₸', ru: 'К возврату клиентам, ₸' },
    screen: { kz: 'Қайтарылатыны', ru: 'К возврату клиентам' },
  },
  /** premium + OGPO+ − commission − refunds due. */
  toPassOn: {
    kind: 'money',
    file: { kz: 'Компанияға аударылады, ₸', ru: 'К перечислению, ₸' },
    screen: { kz: 'Аударылады', ru: 'К перечислению' },
  },
} as const satisfies ReportColumns

/**
 * The account with each insurer in a period: our debt at its start, additions, payments, the rest.
 * Null if the books had not begun. `act`: of services, of the one month.
 */
const { insurer, policies, toPassOn, ...parts } = insurerColumns
export const settlementColumns = {
  insurer,
  policies,
  opening: {
    kind: 'money',
    nullable: true,
    file: { kz: 'Кезең басындағы қарызымыз, ₸', ru: 'Наш долг на начало, ₸' },
    screen: { kz: 'Кезең басында', ru: 'На начало' },
  },
  ...parts,
  toPassOn,
  paid: {
    kind: 'money',
    nullable: true,
    file: { kz: 'Аударылды, ₸', ru: 'Перечислено, ₸' },
    screen: { kz: 'Аударылды', ru: 'Перечислено' },
  },
  left: {
    kind: 'money',
    nullable: true,
    file: { kz: 'Кезең соңындағы қарызымыз, ₸', ru: 'Наш долг на конец, ₸' },
    screen: { kz: 'Қалғаны', ru: 'Осталось' },
  },
  act: {
    kind: 'text',
    nullable: true,
    file: { kz: 'Көрсетілген қызметтер актісі', ru: 'Акт об оказанных услугах' },
    screen: { kz: 'Акт', ru: 'Акт' },
  },
} as const satisfies ReportColumns

/** Results of each promoter's sales in a period. */
export const promoterColumns = {
  name: {
    kind: 'text',
    file: { kz: 'Промоутер', ru: 'Промоутер' },
    screen: { kz: 'Промоутер', ru: 'Промоутер' },
  },
  policies: common.policies,
  premium: {
    kind: 'money',
    file: { kz: 'Сақтандыру сыйлықақысы, ₸', ru: 'Страховая премия, ₸' },
    screen: { kz: 'Сыйлықақы', ru: 'Премия' },
  },
  commission: {
    kind: 'money',
    file: { kz: 'Брокердің комиссиясы, ₸', ru: 'Комиссия брокера, ₸' },
    screen: { kz: 'Брокердің комиссиясы', ru: 'Комиссия брокера' },
  },
  pay: {
    kind: 'money',
    nullable: true,
    file: { kz: 'Промоутердің сыйақысы, ₸', ru: 'Вознаграждение промоутера, ₸' },
    screen: { kz: 'Сыйақысы', ru: 'Вознаграждение' },
  },
} as const satisfies ReportColumns

/** Payments that a statement has as our ledger has them, in the order of the file. */
export const matchedColumns = {
  orderId: {
    kind: 'text',
    file: { kz: 'Тапсырыс', ru: 'Заказ' },
    screen: { kz: 'Тапсырыс', ru: 'Заказ' },
  },
  attemptId: { kind: 'text', file: { kz: 'Төлем', ru: 'Платёж' } },
  paidAt: {
    kind: 'instant',
    file: { kz: 'Төленген уақыты', ru: 'Оплачен' },
    screen: { kz: 'Төленген', ru: 'Оплачен' },
  },
  system: {
    kind: 'code',
    file: { kz: 'Төлем жүйесі', ru: 'Платёжная система' },
    screen: { kz: 'Төлем жүйесі', ru: 'Платёжная система' },
  },
  amount: {
    kind: 'money',
    file: { kz: 'Бізде, ₸', ru: 'У нас, ₸' },
    screen: { kz: 'Бізде', ru: 'У нас' },
  },
  /** By our number on the line; `linked`: a person linked the line to this payment. */
  how: {
    kind: 'code',
    file: { kz: 'Қалай сәйкестендірілді', ru: 'Как сошлось' },
    screen: { kz: 'Қалай сәйкестендірілді', ru: 'Как сошлось' },
  },
  statement: {
    kind: 'text',
    file: { kz: 'Үзінді көшірме', ru: 'Выписка' },
    screen: { kz: 'Үзінді көшірме', ru: 'Выписка' },
  },
  line: { kind: 'text', file: { kz: 'Жолы', ru: 'Строка' } },
  outsideId: {
    kind: 'text',
    file: { kz: 'Екінші жақтың нөмірі', ru: 'Номер другой стороны' },
    screen: { kz: 'Олардың нөмірі', ru: 'Их номер' },
  },
  day: {
    kind: 'day',
    file: { kz: 'Үзінді көшірмедегі күні', ru: 'День по выписке' },
    screen: { kz: 'Олардағы күні', ru: 'Их день' },
  },
  theirs: {
    kind: 'money',
    file: { kz: 'Үзінді көшірмеде, ₸', ru: 'В выписке, ₸' },
    screen: { kz: 'Оларда', ru: 'У них' },
  },
  fee: {
    kind: 'tiyn',
    seldom: true,
    file: { kz: 'Комиссиясы, ₸', ru: 'Комиссия, ₸' },
    screen: { kz: 'Комиссиясы', ru: 'Комиссия' },
  },
} as const satisfies ReportColumns
/** Sums of a period's matched payments, shown below the table. */
export const matchedSums = {
  amount: { kz: 'Бізде', ru: 'У нас' },
  theirs: { kz: 'Оларда', ru: 'У них' },
  fee: { kz: 'Комиссиясы', ru: 'Комиссия' },
} as const satisfies Partial<Record<keyof typeof matchedColumns, Localized>>

/** Refunds, in the order of the file. */
export const refundColumns = {
  id: { kind: 'text', file: { kz: 'Сәйкестендіргіші', ru: 'Идентификатор' } },
  createdAt: {
    kind: 'instant',
    file: { kz: 'Жасалған уақыты', ru: 'Создан' },
    screen: { kz: 'Басталған уақыты', ru: 'Начат' },
  },
  doneAt: {
    kind: 'instant',
    nullable: true,
    file: { kz: 'Қайтарылған уақыты', ru: 'Возвращён' },
    screen: { kz: 'Қайтарылған', ru: 'Возвращён' },
  },
  orderId: {
    kind: 'text',
    file: { kz: 'Тапсырыс', ru: 'Заказ' },
    screen: { kz: 'Қайтару', ru: 'Возврат' },
  },
  attemptId: { kind: 'text', nullable: true, file: { kz: 'Төлем', ru: 'Платёж' } },
  way: {
    kind: 'code',
    file: { kz: 'Қайтару тәсілі', ru: 'Способ' },
    screen: { kz: 'Тәсілі', ru: 'Способ' },
  },
  reason: {
    kind: 'code',
    file: { kz: 'Себебі', ru: 'Причина' },
    screen: { kz: 'Себебі', ru: 'Причина' },
  },
  status: common.status,
  receipt: {
    kind: 'text',
    nullable: true,
    file: { kz: 'Фискалдық чек', ru: 'Фискальный чек' },
    screen: { kz: 'Фискалдық чек', ru: 'Фискальный чек' },
  },
  amount: {
    kind: 'money',
    file: { kz: 'Қайтару сомасы, ₸', ru: 'Сумма возврата, ₸' },
    screen: { kz: 'Сомасы', ru: 'Сумма' },
  },
} as const satisfies ReportColumns
