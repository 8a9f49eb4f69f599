import type { Localized } from '#domain/locale.ts'

/** The screens of the accountant's orders, in the order of the rail, each in its group. */
export const reportViews = {
  overview: { group: 'work', title: { kz: 'Шолу', ru: 'Обзор' } },
  orders: {
    group: 'work',
    title: { kz: 'Тапсырыстар', ru: 'Заказы' },
    short: { kz: 'Тапсырыс', ru: 'Заказы' },
  },
  reconciliation: { group: 'work', title: { kz: 'Салыстыру', ru: 'Сверка' } },
  refunds: { group: 'work', title: { kz: 'Қайтарулар', ru: 'Возвраты' } },
  movements: { group: 'settling', title: { kz: 'Сыйлықақы қозғалысы', ru: 'Движение премии' } },
  insurers: {
    group: 'settling',
    title: { kz: 'Компаниялармен есеп айырысу', ru: 'Расчёты с компаниями' },
  },
  promoters: { group: 'settling', title: { kz: 'Промоутерлер', ru: 'Промоутеры' } },
  statements: { group: 'settling', title: { kz: 'Үзінді көшірмелер', ru: 'Выписки' } },
  duties: {
    group: 'period',
    title: { kz: 'Міндеттер күнтізбесі', ru: 'Календарь обязанностей' },
    short: { kz: 'Міндеттер', ru: 'Обязанности' },
  },
  periods: { group: 'period', title: { kz: 'Кезеңді жабу', ru: 'Закрытие периода' } },
  out: { group: 'period', title: { kz: '1С және ЭШФ', ru: '1С и ЭСФ' } },
  exports: { group: 'period', title: { kz: 'Файлдар', ru: 'Выгрузки' } },
} as const satisfies Record<string, { group: string; title: Localized; short?: Localized }>

export type ReportView = keyof typeof reportViews
export const reportViewNames = Object.keys(reportViews) as ReportView[] // the keys of the table
