import { apiErrorOf } from '../../http/http.ts'
import type { Door } from '../../sale/door.ts'
import { consentMissing } from '../../sale/model/refusal.ts'
import { portal } from '../portal.ts'

export const isConsentMissing = (error: unknown): boolean => {
  const apiError = apiErrorOf(error)
  return apiError.kind === 'refused' && apiError.code === consentMissing
}

export type PromoterDoor = Door<Parameters<typeof portal<'promoterOrder'>>[1]['pay']>

/** A sale by the promoter of this IIN. */
export const promoterDoor = (agentIin: string | undefined): PromoterDoor => ({
  options: async () => (await portal('ogpoOptions', {})).data,
  person: async ({ iin, start, drives, phone }) => {
    const ask = { iin, drives, dateStart: start, ...(phone ? { phone } : {}) }
    return (await portal('promoterPerson', ask)).data
  },
  car: async (ask) => (await portal('ogpoVehicle', ask)).data,
  privilege: async (iin) => {
    try {
      return (await portal('getPersonSocialStatus', { iin })).hasBenefit
    } catch (error) {
      if (isConsentMissing(error)) return null
      throw error
    }
  },
  calculate: async (body, at, onWait) => {
    const operation = { agentIin, ...at }
    const { data } = await portal('promoterCalculate', { ...body, operation }, { onWait })
    return data.calculations[0]
  },
  order: async (body, reissue) =>
    reissue
      ? (await portal('promoterReorder', { ...body, globalId: reissue })).data
      : (await portal('promoterOrder', body)).data,
})
