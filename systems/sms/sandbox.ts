import { z } from 'zod'
import { json, type SandboxAnswer, type SandboxSystem, type World } from '../sandbox-kit.ts'
import { balanceBody, duplicate, notFound, sendBody, statusBody } from './protocol.ts'

type Accepted = {
  phone: string
  id: number
  text: string
  sender: string
  at: number
  status: number
}
const MINUTE_MS = 60_000
const ASKED_A_MINUTE = 5

/**
 * The SMS gateway's side: an accepted message appears on the virtual phone. Like the real one it
 * accepts a repeated message of the same number, unless the request is equal and within a minute.
 * Mode `never` accepts and shows nothing; numbers +7 799 … can't be reached.
 */
export function smsSandbox(world: World): SandboxSystem {
  const accepted = world.store<Accepted>('sms.accepted')
  const asked = new Map<string, number[]>()
  const fields = (body: string) => Object.fromEntries(new URLSearchParams(body))
  const key = ({ body }: { body: string }) => ({ id: new URLSearchParams(body).get('id') ?? '' })
  const error = () => json({ error: 'parameters error', error_code: 1 })
  const wrong = (name: string, body: string): SandboxAnswer | null => {
    if (fields(body).psw === 'wrong') return json({ error: 'authorise error', error_code: 2 })
    const shape = { send: sendBody, status: statusBody, balance: balanceBody }[name] ?? z.never()
    return shape.safeParse(fields(body)).success
      ? null
      : json({ error: 'parameters error', error_code: 1 })
  }

  const send = ({ body }: { body: string }): SandboxAnswer => {
    const refused = wrong('send', body)
    if (refused) return refused
    const { phones, mes, id, sender = '' } = sendBody.parse(fields(body))
    // For these the real one returns the message's number as well.
    if (!/^7\d{10}$/.test(phones)) return json({ error: 'invalid number', error_code: 7, id })
    if (phones.startsWith('7799'))
      return json({ error: "message can't be delivered", error_code: 8, id })
    if (sender.length > 11) return json({ error: 'message is denied', error_code: 6, id })
    const now = world.now().getTime()
    const isEqual = (one: Accepted) =>
      one.phone === phones && one.text === mes && one.id === id && one.sender === sender
    const last = accepted.get(`${phones} ${id}`)
    if (last && isEqual(last) && Math.abs(now - last.at) < MINUTE_MS) return json(duplicate)
    accepted.set(`${phones} ${id}`, { phone: phones, id, text: mes, sender, at: now, status: 1 })
    const shown = world.takeFault('sms', 'send', ['never']) === null
    if (shown) world.deliver({ to: phones, from: sender || 'SMSC.KZ', text: mes })
    else world.saved()
    return json({ id, cnt: Math.ceil(mes.length / 70) })
  }

  const status = ({ body }: { body: string }): SandboxAnswer => {
    const refused = wrong('status', body)
    if (refused) return refused
    const { phone, id } = statusBody.parse(fields(body))
    const name = `${phone} ${id}`
    const now = world.now().getTime()
    const recent = (asked.get(name) ?? []).filter((at) => Math.abs(now - at) < MINUTE_MS)
    if (recent.length >= ASKED_A_MINUTE)
      return json({ error: 'duplicate request, wait a minute', error_code: 9 })
    asked.set(name, [...recent, now])
    const found = accepted.get(`${phone} ${id}`)
    if (!found) return json({ status: notFound, last_date: '', last_timestamp: 0, err: 0 })
    return json({
      status: found.status,
      last_date: new Date(found.at).toISOString(),
      last_timestamp: Math.floor(found.at / 1_000),
      err: 0,
    })
  }

  const post = (name: string, handle: (ask: { body: string }) => SandboxAnswer) => ({
    method: 'POST' as const,
    path: `/sms/sys/${name}.php`,
    operation: name,
    key,
    error: name === 'send' ? () => json({ error: 'money error', error_code: 3, id: 1 }) : error,
    handle,
  })
  return {
    system: 'sms',
    routes: [
      post('send', send),
      post('status', status),
      post(
        'balance',
        ({ body }) => wrong('balance', body) ?? json({ balance: '12345.67', currency: 'KZT' }),
      ),
    ],
  }
}
