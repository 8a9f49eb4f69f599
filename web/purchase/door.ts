import type { Door } from '../sale/door.ts'
import { buyerOrder } from './buyer-order.ts'
import { buy } from './calls.ts'

/** A sale by its buyer, in the flow the page belongs to. */
export const buyerDoor: Door = {
  options: async () => (await buy('ogpoOptions', {})).data,
  person: async ({ iin, start }) => (await buy('ogpoDriver', { iin, dateStart: start })).data,
  car: async (ask) => (await buy('ogpoVehicle', ask)).data,
  privilege: async (iin) => (await buy('getPersonSocialStatus', { iin })).hasBenefit,
  calculate: async (body, operation, onWait) => {
    const { data } = await buy('ogpoCalculate', { ...body, operation }, { onWait })
    return data.calculations[0]
  },
  order: (body, reissue, onWait) => buyerOrder(buy, body, reissue, onWait),
}
