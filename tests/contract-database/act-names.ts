/**
 * What clients, promoters, partners, staff, the bank and the acquirer do at any moment, also when
 * it makes no sense.
 */
export const acts = [
  'byBill',
  'byCard',
  'pay',
  'pay',
  'pay',
  'payEverything',
  'payClosed',
  'reject',
  'cancelOrder',
  'dearer',
  'dearer',
  'cheaper',
  'cheaper',
  'same',
  'cancelPolicy',
  'cancelPolicy',
  'terminate',
  'staffTerminate',
  'partnerRefund',
  'giveBack',
  'retry',
  'chargeback',
  'work',
  'work',
  'work',
  'work',
] as const
export type Act = string

export const ways = {
  byBill: { system: 'mobile_bank', method: 'bill' },
  byCard: { system: 'card', method: 'redirect' },
} as const
export type Way = keyof typeof ways
