import { json, type SandboxAnswer, type SandboxSystem, type World } from '../sandbox-kit.ts'
import { balanceBody, listBody, sendBody } from './protocol.ts'

type Message = {
  id: string
  campaignId: string
  name: string | null
  from: string
  to: string
  text: string
  status: string
}
/** The key of the sandbox's account. */
export const sandboxKey = 'kz'.padEnd(40, '0')

/**
 * Mobizon's side: an accepted message appears on the virtual phone, a repeat a second time. Unknown
 * fields and a key of another length are refused. Mode `never` accepts and shows nothing; numbers
 * +7 799 … are wrong.
 */
export function mobizonSandbox(world: World): SandboxSystem {
  const taken = world.store<Message>('mobizon.messages')
  const fields = (body: string) => Object.fromEntries(new URLSearchParams(body))
  const answer = (code: number, data: unknown = null, message = '') => json({ code, data, message })
  const noAccess = (body: string) =>
    fields(body).apiKey === sandboxKey ? null : answer(8, null, 'API key is wrong')

  const send = (body: string): SandboxAnswer => {
    const refused = noAccess(body)
    if (refused) return refused
    const read = sendBody.safeParse(fields(body))
    if (!read.success) {
      const wrong = read.error.issues.map((issue) => [issue.path.join('.') || 'request', 'wrong'])
      return answer(1, Object.fromEntries(wrong), 'Validation error')
    }
    const { recipient, text, from = 'Mobizon', 'params[name]': name = null } = read.data
    const to = recipient.replace('+', '')
    if (!/^7\d{10}$/.test(to) || to.startsWith('7799'))
      return answer(1, { recipient: 'The number is wrong' }, 'Validation error')
    if (from.length > 11) return answer(1, { from: 'The sender is wrong' }, 'Validation error')
    const id = String(1_000_000 + world.next('mobizon'))
    const campaignId = String(Number(id) + 5_000_000)
    taken.set(id, { id, campaignId, name, from, to, text, status: 'ENQUEUD' })
    if (world.takeFault('mobizon', 'sendSmsMessage', ['never']) === null)
      world.deliver({ to, from, text })
    else world.saved()
    return answer(0, { campaignId, messageId: id, status: 2 })
  }

  const list = (body: string): SandboxAnswer => {
    const refused = noAccess(body)
    if (refused) return refused
    const read = listBody.safeParse(fields(body))
    if (!read.success) return answer(12, null, 'Parameter is wrong')
    const {
      'criteria[to]': to,
      'criteria[text]': text,
      'pagination[pageSize]': size,
      'pagination[currentPage]': page,
    } = read.data
    const found = [...taken.values()].filter((one) => one.to.includes(to) && one.text === text)
    const from = Number(page) * Number(size)
    return answer(0, {
      items: found.slice(from, from + Number(size)).map(({ name, ...one }) => ({
        ...one,
        segNum: '1',
        campaign: { id: one.campaignId, name },
      })),
      totalItemCount: String(found.length),
    })
  }

  const balance = (body: string): SandboxAnswer =>
    noAccess(body) ??
    (balanceBody.safeParse(fields(body)).success
      ? answer(0, { balance: '4321.5', currency: 'KZT' })
      : answer(12, null, 'Parameter is wrong'))

  const post = (operation: string, path: string, handle: (body: string) => SandboxAnswer) => ({
    method: 'POST' as const,
    path: `/mobizon/service/${path}`,
    operation,
    // Mode `error`: the account is blocked.
    error: () => answer(14, null, 'Account is blocked'),
    handle: (ask: { body: string }) => handle(ask.body),
  })
  return {
    system: 'mobizon',
    routes: [
      post('sendSmsMessage', 'message/sendsmsmessage', send),
      post('list', 'message/list', list),
      post('getOwnBalance', 'user/getownbalance', balance),
    ],
  }
}
