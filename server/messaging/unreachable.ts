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

/** A no that is for good: about this number or mailbox, not about the gateway or us. */
export const isFinal = (cause: unknown): cause is SmsRefused | MailRefused =>
  cause instanceof MailRefused || (cause instanceof SmsRefused && cause.kind === 'final')

/**
 * The gateways, those of SMS as one in their order, which write down the number or mailbox that
 * takes nothing, whatever the message was about, and strike it out when something arrives there.
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

/**
 * Whether nothing says that a number or mailbox (in small letters) takes no messages; as a part of
 * a statement.
 */
export const reaches = (
  kind: Channel | RawBuilder<unknown>,
  address: string | RawBuilder<unknown>,
) =>
  sql<boolean>`not exists (select from unreachable where unreachable.kind = ${kind} and unreachable.address = ${address})`

/** By which ways nothing reaches somebody, until something arrives or the address is another. */
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
