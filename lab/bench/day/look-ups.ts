import type { IncomingMessage } from 'node:http'

/** Calls of outside systems that only look up. */

/**
 * Asked about and nothing more: the same question has the same answer. Whatever else is asked of
 * `/esbd` the sandbox answers itself.
 */
const lookUps = new Set([
  'GetClientsByKeyFields',
  'SetClient',
  'SetClientDocuments',
  'GetClassId',
  'GetClassText',
  'SearchVehicles',
  'GetMiddlemenByKeyFields',
  'Execute',
  'CalculatePolicyPremium',
  'SetPolicyDraft',
  'GetItems',
])

export const isLookUp = (asked: IncomingMessage, body: string): boolean =>
  !asked.url?.startsWith('/esbd/') ||
  lookUps.has(/Body[^>]*>\s*<(?:\w+:)?(\w+)/.exec(body)?.[1] ?? '')
