import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { type Reply, type Send, Unavailable } from '../http.ts'
import { pauses } from '../time-limits.ts'
import { type SmsGateway, SmsRefused } from './port.ts'
import {
  balanceReply,
  duplicate,
  errorReply,
  failedStatuses,
  notFound,
  type Operation,
  paths,
  refusals,
  sentReply,
  statusReply,
  takenStatuses,
} from './protocol.ts'

export type SmsConfig = { address: string; login: string; password: string; sender?: string }

export function smsGateway(config: SmsConfig, send: Send<Operation>): SmsGateway {
  const { ask, has, submit } = questions(config, send)
  return {
    async send({ to, text, key, again = false }) {
      const number = numberOf(key)
      const sent = { id: String(number) }
      if (again && (await has(to, number, key))) return sent
      const began = performance.now()
      try {
        if ((await submit(to, text, number, key)) === 'sent') return sent
      } catch (cause) {
        if (
          !(cause instanceof Unavailable) ||
          cause instanceof SmsRefused ||
          !cause.mayHaveHappened
        )
          throw cause
      }
      // Unclear, or refused as the second of two equal ones: query them before sending again.
      if (await has(to, number, key)) return sent
      if (performance.now() - began > pauses.smsAgainWithin)
        throw new Unavailable('sms', 'send', 'not found after an unclear answer', false)
      if ((await submit(to, text, number, key)) === 'sent' || (await has(to, number, key)))
        return sent
      throw unclear('send', 'refused as a repeat, and not found')
    },
    async balance() {
      const answer = read(
        'balance',
        await ask('balance', undefined, { cur: '1' }, true),
        balanceReply,
      )
      if ('error_code' in answer)
        throw new SmsRefused(
          refusals[answer.error_code] ?? 'later',
          `error ${answer.error_code}: ${answer.error}`,
          'balance',
        )
      return { balance: Number(answer.balance), currency: answer.currency ?? null }
    },
  }
}

/** Queries to the gateway, and the reading of its answers. */
function questions({ address, login, password, sender }: SmsConfig, send: Send<Operation>) {
  const ask = (
    name: keyof typeof paths,
    key: string | undefined,
    fields: Record<string, string>,
    safe: boolean,
  ): Promise<Reply> =>
    send({
      operation: name,
      ...(key ? { key } : {}),
      method: 'POST',
      url: `${address}${paths[name]}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ login, psw: password, ...fields, fmt: '3' }).toString(),
      safe,
    })

  /**
   * Returns whether they have it; throws if they will not deliver it, or if their answer is
   * unclear.
   */
  const has = async (to: string, number: number, key: string): Promise<boolean> => {
    const fields = { phone: to, id: String(number), charset: 'utf-8' }
    const asked = await ask('status', key, fields, true).catch((cause: unknown) => {
      // A query that did not arrive says nothing of the message.
      if (!(cause instanceof Unavailable)) throw cause
      throw new Unavailable('sms', 'status', 'nobody could be asked', true, { cause })
    })
    const answer = read('status', asked, statusReply)
    if ('error_code' in answer)
      throw unclear('status', `error ${answer.error_code}: ${answer.error}`)
    const kind = failedStatuses[answer.status]
    if (kind) throw new SmsRefused(kind, `status ${answer.status}`)
    if (answer.status === notFound) return false
    if (!takenStatuses.includes(answer.status)) throw unclear('status', `status: ${answer.status}`)
    return true
  }

  const submit = async (
    to: string,
    text: string,
    number: number,
    key: string,
  ): Promise<'sent' | 'duplicate'> => {
    const fields = {
      phones: to,
      mes: text,
      id: String(number),
      charset: 'utf-8',
      ...(sender ? { sender } : {}),
    }
    const answer = read('send', await ask('send', key, fields, false), sentReply)
    if (!('error_code' in answer)) {
      if (String(answer.id) !== String(number)) throw unclear('send', 'id: of another message')
      return 'sent'
    }
    const { error_code: code, error } = answer
    if (code === duplicate.error_code && error.startsWith('duplicate')) return 'duplicate'
    const kind = refusals[code]
    if (!kind) throw unclear('send', `error_code ${code}: ${error}`)
    throw new SmsRefused(kind, `error ${code}: ${error}`)
  }
  return { ask, has, submit }
}

/** Returns their message number, 31 bits: the key's hash; the phone distinguishes equal ones. */
const numberOf = (key: string) =>
  createHash('sha256').update(key).digest().readUInt32BE(0) & 0x7fffffff || 1

const unclear = (name: keyof typeof paths, reason: string) => new Unavailable('sms', name, reason)

/** An error, or an answer of the shape; anything else is unclear, with the field's name. */
function read<T>(
  name: keyof typeof paths,
  { status, text }: Reply,
  shape: z.ZodType<T>,
): T | z.infer<typeof errorReply> {
  if (status !== 200) throw unclear(name, `HTTP ${status}`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new Unavailable('sms', name, 'unreadable reply', true, { cause })
  }
  const error = errorReply.safeParse(value)
  if (error.success) return error.data
  const answer = shape.safeParse(value)
  if (answer.success) return answer.data
  throw unclear(name, `${answer.error.issues[0]?.path.join('.') || 'reply'}: not as documented`)
}
