import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { type Send, Unavailable } from '../http.ts'
import { type SmsGateway, SmsRefused } from '../sms/port.ts'
import {
  anyReply,
  balanceData,
  failedStates,
  listData,
  type Operation,
  ofNumber,
  paths,
  refusals,
  sentData,
  takenStates,
} from './protocol.ts'

export type MobizonConfig = { address: string; apiKey: string; sender?: string | undefined }

/** Mobizon behind the port of the SMS gateways. */
export function mobizon(
  { address, apiKey, sender }: MobizonConfig,
  send: Send<Operation>,
): SmsGateway {
  const ask = async (
    operation: Operation,
    key: string | undefined,
    fields: Record<string, string>,
    safe: boolean,
  ) => {
    const { status, text } = await send({
      operation,
      ...(key ? { key } : {}),
      method: 'POST',
      url: `${address}${paths[operation]}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...fields, apiKey, api: 'v1', output: 'json' }).toString(),
      safe,
      // Nothing of ours keeps a second one from being sent.
      once: !safe,
    })
    if (status !== 200) throw unclear(operation, `HTTP ${status}`)
    const reply = read(operation, anyReply, parsed(operation, text))
    const kind = refusals[reply.code]
    if (kind)
      throw new SmsRefused(
        reply.code === 1 && namesNumber(reply.data) ? 'final' : kind,
        `code ${reply.code}: ${reply.message ?? ''}`,
        operation,
        'mobizon',
      )
    if (reply.code !== 0) throw unclear(operation, `code ${reply.code}: ${reply.message ?? ''}`)
    return reply.data
  }

  /** Returns whether they have it; throws if it will not arrive, or if their answer is unclear. */
  const has = async (to: string, text: string, key: string): Promise<boolean> => {
    const criteria = {
      'criteria[to]': to,
      'criteria[text]': text,
      'pagination[pageSize]': '100',
      'pagination[currentPage]': '0',
    }
    const asked = await ask('list', key, criteria, true).catch((cause: unknown) => {
      // A query that was refused or did not arrive says nothing of the message.
      if (!(cause instanceof Unavailable)) throw cause
      throw new Unavailable('mobizon', 'list', 'nobody could be asked', true, { cause })
    })
    const { items, totalItemCount } = read('list', listData, asked)
    const own = items.find(
      (one) =>
        one.to === to && one.text === text && (one.campaign?.name ?? nameOf(key)) === nameOf(key),
    )
    if (!own && Number(totalItemCount) > items.length) throw unclear('list', 'more than one page')
    if (!own) return false
    const kind = failedStates[own.status]
    if (kind) throw new SmsRefused(kind, `status ${own.status}`, 'list', 'mobizon')
    if (!takenStates.includes(own.status)) throw unclear('list', `status: ${own.status}`)
    return true
  }

  return {
    async send({ to, text, key, again = false }) {
      const sent = { id: nameOf(key) }
      if (again && (await has(to, text, key))) return sent
      const fields = {
        recipient: to,
        text,
        'params[name]': nameOf(key),
        ...(sender ? { from: sender } : {}),
      }
      try {
        read('sendSmsMessage', sentData, await ask('sendSmsMessage', key, fields, false))
        return sent
      } catch (cause) {
        if (!(cause instanceof Unavailable) || !cause.mayHaveHappened) throw cause
        if (await has(to, text, key)) return sent
        throw new Unavailable(
          'mobizon',
          'sendSmsMessage',
          'not found after an unclear answer',
          false,
        )
      }
    },
    async balance() {
      const data = await ask('getOwnBalance', undefined, {}, true)
      const { balance, currency } = read('getOwnBalance', balanceData, data)
      return { balance: Number(balance), currency: currency ?? null }
    },
  }
}

/** The campaign's name, by which the message is found again. */
const nameOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 32)

const namesNumber = (data: unknown) =>
  typeof data === 'object' && data !== null && Object.hasOwn(data, ofNumber)

const unclear = (operation: Operation, reason: string) =>
  new Unavailable('mobizon', operation, reason)

function parsed(operation: Operation, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Unavailable('mobizon', operation, 'unreadable reply', true, { cause })
  }
}

/** The shape, or unclear with the field's name. */
function read<T>(operation: Operation, shape: z.ZodType<T>, value: unknown): T {
  const answer = shape.safeParse(value)
  if (answer.success) return answer.data
  throw unclear(
    operation,
    `${answer.error.issues[0]?.path.join('.') || 'reply'}: not as documented`,
  )
}
