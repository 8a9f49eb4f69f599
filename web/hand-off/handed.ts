import type { Locale } from '#brand'
import type { Reply } from '../http/api.ts'

export type Handed = Reply<'promoterHandOffRead'>['data']
export const resultAddress = (locale: Locale, orderKey: string): string =>
  `${locale === 'ru' ? '/ru' : ''}/ogpo-calculator/result?${new URLSearchParams({ order: orderKey })}`
