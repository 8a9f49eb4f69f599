import { type CallRecord, type SendOptions, type SystemName, sender } from '#systems/http.ts'
import { shepSign } from '#systems/shep-sign.ts'
import { breaking } from '#systems/time-limits.ts'
import type { Config } from '../settings/config.ts'

/** The lines to outside systems: their limits, rests, measurements. */

type Tls = { cert?: string; key?: string; ca?: string }

export type Lines = ReturnType<typeof linesTo>

/**
 * Returns the lines for outgoing calls: guarded, with a journal, to the services that share a
 * gateway.
 */
export function linesTo(
  config: Config,
  journal: (record: CallRecord) => void,
  onBreaker: (system: SystemName, operation: string, open: boolean) => void,
  watch?: SendOptions['watch'],
) {
  const at = config.systems
  const guard = {
    journal,
    onBreaker,
    ...(watch ? { watch } : {}),
    ...breaking[config.production ? 'production' : 'sandbox'],
  }
  const watched = anyOpen(onBreaker)
  const send = (system: SystemName, more: { tls?: Tls | undefined } = {}) =>
    sender(system, {
      ...guard,
      onBreaker: watched(),
      ...(more.tls ? { tls: more.tls } : {}),
    })
  const sign = at.shep.signer ? { sign: shepSign('kdp', at.shep.signer, send('kdp')) } : {}
  const shep = (service: string) => ({
    address: `${at.shep.address}/${service}`,
    senderId: at.shep.sender,
    password: at.shep.password,
    ...sign,
  })
  /** A service of the credit bureau's gateway. */
  const gbd = (service: string) => ({
    address: `${at.gkb.address}/gbdServices/${service}`,
    login: at.gkb.user,
    password: at.gkb.password,
    userId: at.gkb.userId,
  })
  return { guard, send, shep, gbd }
}

/** An operation of several clients counts as down while calls of one of them fail at once. */
function anyOpen(notify: (system: SystemName, operation: string, open: boolean) => void) {
  const open = new Map<string, Set<symbol>>()
  return () => {
    const client = Symbol('one client')
    return (system: SystemName, operation: string, opened: boolean) => {
      const key = `${system} ${operation}`
      const clients = open.get(key) ?? new Set()
      open.set(key, clients)
      if (opened) clients.add(client)
      else clients.delete(client)
      notify(system, operation, clients.size > 0)
    }
  }
}
