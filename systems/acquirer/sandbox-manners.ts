import { request } from 'undici'
import type { World } from '../sandbox-kit.ts'
import { noticeAnswer } from './notices.ts'
import { readXml, trimmed } from './xml.ts'

/** Behaviours of the real one on some days, by name and count: switched on by tests. */
export const manners = [
  /** The terminal works in two steps, whatever the request says. */
  'two_step',
  /**
   * A refund is answered `ok` and refused by the card's bank afterwards, or is on its way for a
   * while.
   */
  'refund_declined',
  'refund_pending',
  /** A status that does not know of refunds yet. */
  'refund_hidden',
  /** The answer to a refund names the payment, not the refund. */
  'refund_unnamed',
  /** It also notifies `pg_refund_url` of the shop's own refund. */
  'refund_told',
] as const
export type Manner = (typeof manners)[number]
const manner = (world: World) => world.store<number>('acquirer.manners')
export const setManner = (world: World, name: Manner, times: number) =>
  manner(world).set(name, times)
export function takeManner(world: World, name: Manner): boolean {
  const left = manner(world).get(name) ?? 0
  if (left > 0) manner(world).set(name, left - 1)
  return left > 0
}

/** Notices on their way: sent again until the shop says that it has them. */

/** One delivery with its repetitions; resolves after the first attempt, the others go on behind. */
export async function deliver(
  url: string,
  form: () => Record<string, unknown>,
  repeat: readonly number[],
): Promise<void> {
  if (await post(url, form())) return
  void (async () => {
    for (const ms of repeat) {
      await pause(ms)
      if (await post(url, form())) return
    }
  })()
}

async function post(url: string, form: Record<string, unknown>): Promise<boolean> {
  try {
    const reply = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(
        Object.entries(form).map(([name, value]) => [name, String(value)]),
      ).toString(),
      signal: AbortSignal.timeout(10_000),
    })
    const answer = noticeAnswer.safeParse(trimmed(readXml(await reply.body.text())))
    return answer.success && answer.data.pg_status !== 'error'
  } catch {
    return false
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
