import { z } from 'zod'
import type { ConsentFacts } from '#documents/facts.ts'
import { fullName } from '#domain/person.ts'
import type { Order } from '../orders/orders.ts'
import type { Acceptance } from '../orders/stored-acceptance.ts'
import type { QuoteFacts } from '../quotes/facts.ts'
import { everybodyOf } from '../quotes/people.ts'

export const Accepted = z.object({
  terms: z.string(),
  personalData: z.string(),
  commission: z.string(),
  ogpoPlus: z.string().optional(),
  at: z.string(),
})

const channels = new Map<string, ConsentFacts['channel']>([
  ['sms_code', 'smsCode'],
  ['sms_code_1414', 'smsCode'],
  ['sms_1414', 'sms1414'],
  ['egov', 'egov'],
])

/** Who ticked: the client on the site, or the promoter, who says that the client agrees. */
const marked = (
  acceptance: Acceptance | null,
  facts: QuoteFacts,
): Pick<ConsentFacts, 'by' | 'channel'> =>
  acceptance?.signed === 'promoter'
    ? { by: acceptance.promoter, channel: 'promoter' }
    : { by: fullName(facts.policyholder), channel: 'site' }

/**
 * Each person's own consent to their data being asked for, as they gave it; of a policyholder who
 * gave none, the mark of whoever ticked.
 */
export function agreements(
  acceptance: Acceptance | null,
  facts: QuoteFacts,
  order: Order,
): ConsentFacts[] {
  const { personalData, at } = Accepted.parse(order.accepted)
  const kind = 'personalData' as const
  const policyholder = { kind, by: fullName(facts.policyholder), at, version: personalData }
  if (!acceptance)
    return [{ ...policyholder, channel: order.channel === 'egov' ? 'egov' : 'smsCode' }]
  const names = new Map(everybodyOf(facts).map((person) => [person.iin, fullName(person)]))
  const given = acceptance.given.flatMap(({ iin, channel, at: on, version }) => {
    const by = names.get(iin)
    return by
      ? [{ kind, by, at: on, channel: channels.get(channel) ?? ('site' as const), version }]
      : []
  })
  const own = acceptance.given.some(({ iin }) => iin === facts.policyholder.iin)
  return own ? given : [{ ...policyholder, ...marked(acceptance, facts) }, ...given]
}

export function acceptedTexts(
  acceptance: Acceptance | null,
  facts: QuoteFacts,
  accepted: z.infer<typeof Accepted>,
): ConsentFacts[] {
  const by = marked(acceptance, facts)
  const { at, terms, commission, ogpoPlus } = accepted
  return [
    { kind: 'terms', ...by, at, version: terms },
    { kind: 'commission', ...by, at, version: commission },
    ...(facts.ogpoPlus && ogpoPlus
      ? [{ kind: 'ogpoPlus' as const, ...by, at, version: ogpoPlus }]
      : []),
  ]
}
