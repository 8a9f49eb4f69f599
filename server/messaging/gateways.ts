import { type SmsGatewayName, smsGatewayNames } from '#domain/sms-gateways.ts'
import { Unavailable } from '#systems/http.ts'
import { type SmsGateway, SmsRefused } from '#systems/sms/port.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import type { Systems } from '../deps.ts'

/** The gateways, null if one is not set up, and the order in which they are tried. */
export type Gateways = {
  known: Readonly<Record<SmsGatewayName, SmsGateway | null>>
  order: readonly SmsGatewayName[]
}

/** Returns the first gateway in the order; null if none is set up. */
export const firstOf = ({ known, order }: Gateways): SmsGatewayName | null =>
  order.find((name) => known[name]) ?? null

/**
 * Combines the gateways into one. A message goes by the first that accepts it: the next one is
 * tried only if this one certainly did not accept it, for a reason of the gateway's own. A message
 * that may have been accepted is queried there and sent by no other; a refusal of the number is
 * final for all.
 */
export function sendsInOrder(gateways: Gateways, db: Db, clock: Clock): Systems['sms']['send'] {
  const { known, order } = gateways
  const triedAt = (key: string, gateway: SmsGatewayName | null) =>
    db
      .insertInto('sms_tries')
      .values({ key, gateway, tried_at: clock.now() })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ gateway, tried_at: clock.now() }),
      )
      .execute()

  return async ({ again, noted = false, to, text, key }) => {
    // A message that is never sent again needs no record of its gateway.
    const note = async (gateway: SmsGatewayName | null) => {
      if (again !== undefined) await triedAt(key, gateway)
    }
    const first = noted ? firstOf(gateways) : null
    const mayHave = again ? await mayHaveIt(db, key, order) : null
    if (mayHave && !known[mayHave])
      throw new Unavailable(mayHave, 'send', 'may have it, and is not set up any more')
    const line = mayHave ? [mayHave, ...order.filter((name) => name !== mayHave)] : order
    let failure: unknown
    for (const name of line) {
      const gateway = known[name]
      if (!gateway) continue
      if (name !== first) await note(name)
      try {
        return await gateway.send({ to, text, key, again: name === mayHave })
      } catch (cause) {
        if (!isSurelyNotTaken(cause)) throw cause
        failure = isAboutTheNumber(cause) ? cause : (failure ?? cause)
        if (isAboutTheNumber(cause)) break
      }
    }
    await note(null)
    throw failure
  }
}

/** Returns the gateway used before; for messages older than this record, the first. */
async function mayHaveIt(
  db: Db,
  key: string,
  order: readonly SmsGatewayName[],
): Promise<SmsGatewayName | null> {
  const row = await db
    .selectFrom('sms_tries')
    .select('gateway')
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return order[0] ?? null
  return smsGatewayNames.find((name) => name === row.gateway) ?? null
}

const isSurelyNotTaken = (cause: unknown) => cause instanceof Unavailable && !cause.mayHaveHappened
const isAboutTheNumber = (cause: unknown) => cause instanceof SmsRefused && cause.kind === 'final'
