import { json, type SandboxSystem, type World } from '../sandbox-kit.ts'
import { duplicate, operation, sendBody } from './protocol.ts'

/** The SMS gateway's side: what it accepts appears on the virtual phone. Mode `never` accepts and shows nothing. */
export function smsSandbox(world: World): SandboxSystem {
  const accepted = world.store<{ text: string }>('sms.accepted')
  return {
    system: 'sms',
    routes: [
      {
        method: 'POST',
        path: '/sms/sys/send.php',
        operation,
        key: ({ body }) => ({ id: new URLSearchParams(body).get('id') ?? '' }),
        error: () => json({ error: 'Internal error, try later', error_code: 5 }),
        handle({ body }) {
          const parsed = sendBody.safeParse(Object.fromEntries(new URLSearchParams(body)))
          if (!parsed.success) return json({ error: 'parameters error', error_code: 1 })
          const { phones, mes, id, sender } = parsed.data
          const number = `${id}-${phones}`
          if (accepted.get(number)?.text === mes) return json(duplicate)
          accepted.set(number, { text: mes })
          const shown = world.takeFault('sms', operation, ['never']) === null
          if (shown) world.deliver({ to: phones, from: sender ?? 'SMSC.KZ', text: mes })
          else world.saved()
          return json({ id, cnt: Math.ceil(mes.length / 70) })
        },
      },
    ],
  }
}
