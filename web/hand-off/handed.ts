import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import type { Reply } from '../http/api.ts'

export type Handed = Reply<'promoterHandOffRead'>['data']
export const resultAddress = (locale: Locale, orderKey: string): string =>
  `${pathOf('ogpo-calculator-result', locale)}?${new URLSearchParams({ order: orderKey })}`
