import { createHash } from 'node:crypto'
import { type Send, Unavailable } from '../http.ts'
import { duplicate, operation, path, sendReply } from './protocol.ts'

/** SMS to a client. "Sent" means accepted by the gateway; delivery is not reported. */
export type SmsGateway = {
  /** `to` is 11 digits. `key` names the message: the same key is delivered once, however often it is sent. */
  send(message: { to: string; text: string; key: string }): Promise<{ id: string }>
}
export type SmsConfig = { address: string; login: string; password: string; sender?: string }

export const smsGateway = ({ address, login, password, sender }: SmsConfig, send: Send): SmsGateway => ({
  async send({ to, text, key }) {
    const id = numberOf(key)
    const form = new URLSearchParams({ login, psw: password, phones: to, mes: text, id: String(id), charset: 'utf-8', fmt: '3' })
    if (sender) form.set('sender', sender)
    const reply = await send({
      operation,
      key,
      method: 'POST',
      url: `${address}${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      // Their side drops a repeat by its number, and a second equal request within a minute anyway.
      safe: true,
    })
    const answer = read(reply.text)
    if ('id' in answer) return { id: String(answer.id) }
    if (answer.error_code === duplicate.error_code && answer.error.startsWith('duplicate')) return { id: String(id) }
    throw new Unavailable('sms', operation, `error ${answer.error_code}: ${answer.error}`, false)
  },
})

/** Their message numbers have 31 bits: the key's hash, told apart further by the phone. */
const numberOf = (key: string) => createHash('sha256').update(key).digest().readUInt32BE(0) & 0x7fffffff || 1

function read(text: string) {
  try {
    return sendReply.parse(JSON.parse(text))
  } catch (cause) {
    throw new Unavailable('sms', operation, 'unreadable reply', true, { cause })
  }
}
