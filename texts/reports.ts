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
  /** What the sums of a file with sales in every state include. */
  inForce: {
    kz: 'Жиынтыққа тек төленген әрі қолданыстағы сатылымдар кіреді (қаржы журналы бойынша)',
    ru: 'В итогах только оплаченное и действующее (по финансовому журналу)',
  },
  filters: { kz: 'Сүзгілер', ru: 'Фильтры' },
} as const satisfies Record<string, Text>
