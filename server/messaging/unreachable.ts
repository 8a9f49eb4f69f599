import { type RawBuilder, sql } from 'kysely'
import type { SmsGatewayName } from '#domain/sms-gateways.ts'
import { MailRefused } from '#systems/mail/client.ts'
import { SmsRefused } from '#systems/sms/port.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import type { Prepared, Systems } from '../deps.ts'
import { noteRefusedAddress } from '../http/address.ts'
import { firstOf, sendsInOrder } from './gateways.ts'

type Channel = 'sms' | 'mail'

/**
 * Returns whether a refusal is permanent: about this number or mailbox, not about the gateway or
 * us.
 */
export const isFinal = (cause: unknown): cause is SmsRefused | MailRefused =>
  cause instanceof MailRefused || (cause instanceof SmsRefused && cause.kind === 'final')

/**
 * Returns the gateways, SMS ones combined in their order, which record a number or mailbox that
 * accepts nothing, whatever the message, and delete the record when something arrives there.
 */
export function watchedGateways<T extends Pick<Systems, 'smsGateways' | 'mail'>>(
  systems: T,
  order: readonly SmsGatewayName[],
  db: Db,
  clock: Clock,
): T & Pick<Systems, 'sms'> {
  const watched = async <R>(
    kind: Channel,
    { to, reaches = false }: { to: string } & Prepared,
    send: () => Promise<R>,
  ): Promise<R> => {
    const address = to.toLowerCase()
    try {
      const sent = await send()
      if (!reaches)
        await db
          .deleteFrom('unreachable')
          .where('kind', '=', kind)
          .where('address', '=', address)
          .execute()
      return sent
    } catch (cause) {
      if (isFinal(cause)) {
        noteRefusedAddress(cause, { kind, address })
        await db
          .insertInto('unreachable')
          .values({ kind, address, refused_at: clock.now() })
          .onConflict((conflict) =>
            conflict.columns(['kind', 'address']).doUpdateSet({ refused_at: clock.now() }),
          )
          .execute()
      }
      throw cause
    }
  }
  const { smsGateways: known, mail } = systems
  const gateways = { known, order }
  const send = sendsInOrder(gateways, db, clock)
  return {
    ...systems,
    sms: {
      send: (message) => watched('sms', message, () => send(message)),
      first: firstOf(gateways),
    },
    mail: { ...mail, send: (letter) => watched('mail', letter, () => mail.send(letter)) },
  }
}

/** SQL condition: no record says that a number or mailbox (in small letters) is unreachable. */
export const reaches = (
  kind: Channel | RawBuilder<unknown>,
  address: string | RawBuilder<unknown>,
) =>
  sql<boolean>`not exists (select from unreachable where unreachable.kind = ${kind} and unreachable.address = ${address})`

/**
 * Returns the channels by which a client is unreachable, until a message arrives or the address
 * changes.
 */
export async function unreachableBy(
  db: Db,
  of: { phone: string | null; email: string | null },
): Promise<Channel[]> {
  const rows = await db
    .selectFrom('unreachable')
    .select('kind')
    .where((expression) =>
      expression.or([
        expression.and({ kind: 'sms', address: of.phone ?? '' }),
        expression.and({ kind: 'mail', address: of.email?.toLowerCase() ?? '' }),
      ]),
    )
    .execute()
  return (['sms', 'mail'] as const).filter((channel) => rows.some(({ kind }) => kind === channel))
}
