import type { Handlers } from '../http/route.ts'
import { addressByCode, addressSuggest } from './addresses.ts'
import { homeCalculate, homePlans } from './calculate.ts'
import { homeOrder } from './order.ts'
import { cancelHomeSubscribe, homeCheckOrderSet } from './status.ts'

/** Handlers of Home's calls. */
export const homeHandlers = {
  homePlans,
  homeCalculate,
  homeOrder,
  homeCheckOrderSet,
  cancelHomeSubscribe,
  addressSuggest,
  addressByCode,
} satisfies Partial<Handlers>
