import type { Locale } from '#domain/locale.ts'
import { paperNames } from './insurer-acts.ts'

type Text = Record<Locale, string>

/** Titles and words of the accountant's files (glossary: тапсырыстар есебі, өтінімдер есебі). */
export const reportTitles = {
  orders: { kz: 'Тапсырыстар есебі', ru: 'Отчёт по заказам' },
  movements: {
    kz: 'Компаниялармен салыстыруға арналған қозғалыстар',
    ru: 'Движения для сверки с компаниями',
  },
  claims: { kz: 'Өтінімдер есебі', ru: 'Отчёт по заявкам' },
  insurers: {
    kz: 'Сақтандыру компанияларымен есеп айырысу',
    ru: 'Расчёты со страховыми компаниями',
  },
  matched: {
    kz: 'Үзінді көшірмемен сәйкес келген төлемдер',
    ru: 'Платежи, сошедшиеся с выписками',
  },
  refunds: { kz: 'Қайтарулар тізілімі', ru: 'Реестр возвратов' },
  promoters: { kz: 'Промоутерлер бойынша комиссия', ru: 'Комиссия по промоутерам' },
} as const satisfies Record<string, Text>
export type ReportName = keyof typeof reportTitles

/** Titles of every file with rows: the accountant's, and a promoter's own sales. */
export const fileTitles = {
  ...reportTitles,
  sales: { kz: 'Сатылымдарым', ru: 'Мои продажи' },
  settlement: paperNames.settlement,
} as const satisfies Record<string, Text>
export type FileName = keyof typeof fileTitles

export const reportWords = {
  total: { kz: 'Барлығы, жол саны', ru: 'Итого, строк' },
  /** The sheet of sums. */
  sums: { kz: 'Жиынтық', ru: 'Итоги' },
  period: { kz: 'Кезең', ru: 'Период' },
  made: { kz: 'Есеп жасалған уақыт', ru: 'Сформирован' },
  filters: { kz: 'Сүзгілер', ru: 'Фильтры' },
} as const satisfies Record<string, Text>

/**
 * What the sums of sales listed by the day they were made count, on screens and in files: they are
 * no period's movements, and where those stand.
 */
export const standing = {
  orders: {
    kz: 'Бұл – кезең ішінде жасалған тапсырыстардың қазіргі сомалары: тек төленген әрі қолданыстағысы есептелген. Кезең бойынша жазылған сомалар «Сыйлықақы қозғалысы», «Шолу» және «Компаниялармен есеп айырысу» бөлімдерінде.',
    ru: 'Это нынешние суммы заказов, созданных за период: учтено только оплаченное и действующее. Суммы, проведённые за сам период, – в разделах «Движение премии», «Обзор» и «Расчёты с компаниями».',
  },
  sales: {
    kz: 'Бұл – кезең ішінде жасалған сатылымдардың қазіргі сомалары: тек төленген әрі қолданыстағысы есептелген. Ай бойынша жазылған сомалар «Айлық есеп» бөлімінде.',
    ru: 'Это нынешние суммы продаж, созданных за период: учтено только оплаченное и действующее. Суммы, проведённые за сам месяц, – в «Отчёте за месяц».',
  },
} as const satisfies Record<string, Text>
