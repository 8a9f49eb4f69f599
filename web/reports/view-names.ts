/** The screens of the accountant's orders, in the order of their menu. */
export const views = [
  'orders',
  'reconciliation',
  'insurers',
  'refunds',
  'promoters',
  'statements',
  'periods',
] as const
export type View = (typeof views)[number]
