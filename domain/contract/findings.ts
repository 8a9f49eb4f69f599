/**
 * What people have to settle of a contract whose money was wrong before it had one owner: found
 * once by the migration, never corrected.
 */
export const findings = [
  'refunded_more_than_paid',
  'in_force_and_refunded',
  'two_in_force',
  'reissue_counted_twice',
  'reissue_of_an_ended_policy',
  'kept_differs',
] as const
export type Finding = (typeof findings)[number]

export const isFinding = (text: string): text is Finding =>
  findings.some((finding) => finding === text)
