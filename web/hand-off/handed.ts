import type { Locale } from '#brand'
import type { Reply } from '../http/api.ts'
import { pathOf } from '../pages.ts'

export type Handed = Reply<'promoterHandOffRead'>['data']
export const resultAddress = (locale: Locale, orderKey: string): string =>
  `${pathOf('ogpo-calculator-result', locale)}?${new URLSearchParams({ order: orderKey })}`
