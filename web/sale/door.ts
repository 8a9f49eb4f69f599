import type { Day } from '#domain/calendar.ts'
import type { Reply } from '../http/api.ts'
import type { Waiting } from '../http/until-answered.ts'
import type { Operation, SaleBody } from './model/body.ts'
import type { PersonFound, Vehicle } from './model/sale.ts'
import type { orderOf, Way } from './order.ts'

export type Options = Reply<'ogpoOptions'>['data']
export type Quote = Reply<'ogpoCalculate'>['data']['calculations'][number]

/** `drives`: query the registers of drivers too; `phone`: to check that it is the person's. */
export type PersonAsk = { iin: string; start: Day; drives: boolean; phone: string }
export type CarAsk = { registrationNumber: string; techPassport: string; ownerIin?: string }

type Ordered = { orderId: string; key: string; redirect_url?: string | undefined }
type OnWait = (waiting: Waiting) => void

/** Who sells: all that differs in the calls of a sale. `Pay`: how its orders may be paid. */
export type Door<Pay extends Way = Way> = {
  options: () => Promise<Options>
  person: (ask: PersonAsk) => Promise<PersonFound>
  car: (ask: CarAsk) => Promise<Vehicle>
  /** Null: may not be disclosed before the person consents. */
  privilege: (iin: string) => Promise<boolean | null>
  calculate: (body: SaleBody, at: Operation, onWait: OnWait) => Promise<Quote | undefined>
  /** An order, or the reorder that takes the place of the policy `reissue`. */
  order: (
    body: ReturnType<typeof orderOf<Pay>>,
    reissue: string | null,
    onWait?: OnWait,
  ) => Promise<Ordered>
}
