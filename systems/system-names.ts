/**
 * The outside systems by name: the folders of `systems/`, the `system` of the sandbox's control
 * calls.
 */
export const systemNames = [
  'esbd',
  'gkb',
  'bmg',
  'kdp',
  'licences',
  'vehicles',
  'scoring',
  'idp',
  'aml',
  'sms',
  'mobizon',
  'mail',
  'bank',
  'acquirer',
  'epay',
  'fiscal',
  'addresses',
  'files',
  'antivirus',
  'partner',
] as const
export type SystemName = (typeof systemNames)[number]
