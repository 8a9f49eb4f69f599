import { codeOn } from '../client.ts'
import { until } from '../http.ts'
import { buyer, sale } from '../sale.ts'
import { clientIn } from './client.ts'
import type { Cluster } from './processes.ts'

/**
 * `kill -9` before and after every step of the cabinet's own effects, each walk in its own cluster.
 */
export const walks = {
  end: ['cabinet.end.rescind', 'cabinet.end.commit'],
  card: ['cabinet.card.remove', 'cabinet.card.commit'],
  claim: ['cabinet.claim.commit'],
  photograph: ['cabinet.claim.photograph'],
  scan: ['cabinet.scan.commit', 'cabinet.scan.remove'],
  erase: ['cabinet.erase.commit', 'cabinet.erase.remove'],
  remind: ['cabinet.remind.sms', 'cabinet.remind.mail', 'cabinet.remind.commit'],
} as const

/** A cluster whose client holds a policy and is signed in; its process is dead again. */
export async function prepared<T>(
  place: Cluster,
  work: (of: { token: string; globalId: string }) => Promise<T>,
): Promise<T & { token: string; globalId: string }> {
  const process = await place.start()
  const client = clientIn(place)
  const cart = await client.cart({ sale: sale() })
  await client.orderAndPay(cart)
  const [policy] = await until(
    () => place.rows<{ global_id: string }>('select global_id from policies'),
    (rows) => rows.length === 1,
  )
  await client.api().api('cabinetSendCode', { phone: buyer.phone })
  const code = await until(
    () => codeOn(place, buyer.phone),
    (found) => found !== '',
  )
  const signed = await client.api().api('cabinetLoginByCode', { phone: buyer.phone, code })
  if (!signed.body.success || !policy) throw new Error('not signed in')
  const of = { token: signed.body.token, globalId: policy.global_id }
  const made = await work(of)
  process.kill()
  await process.died
  return { ...of, ...made }
}

/**
 * The client repeats the same call while processes die at each stop in turn; the last one lives.
 */
export async function dieAlong(
  place: Cluster,
  walk: keyof typeof walks,
  client: () => Promise<unknown>,
) {
  for (const stop of walks[walk].flatMap((name) => [`before:${name}`, `after:${name}`])) {
    const process = await place.start(stop)
    await until(
      async () => {
        if (process.alive()) await client().catch(() => {})
        return process.alive() ? `alive at ${stop}` : process.died
      },
      (end) => end === 'SIGKILL',
    )
  }
  await place.start()
}
export const firstAddress = (place: Cluster) => {
  const [at] = place.at
  if (!at) throw new Error('a town without an address')
  return at
}
