import { createHash, randomInt } from 'node:crypto'
import type { z } from 'zod'
import type { SandboxSystem, World } from '../sandbox-kit.ts'
import { shepRoute } from '../shep-sandbox.ts'
import { KdpAsk, KdpCode, type KdpCodeReply, KdpStatus, kdpServices } from './protocol.ts'

type Status = 'PENDING' | 'APPROVED' | 'REJECTED'
type Request = {
  /** Made of the asker's own id: the same id is the same request. */
  id: string
  iin: string
  phone: string
  confirm: 'CODE' | 'REPLY'
  code: string
  tries: number
  status: Status
  /** ISO instants of the sandbox's clock. */
  createdAt: string
  expiresAt: string
}

const FROM = '1414'
const TRIES = 5
const yes = new Set(['1', 'иә', 'ия', 'да', 'yes'])
const no = new Set(['0', 'жоқ', 'жок', 'нет', 'no'])

/** The consent service: SMS from 1414 with a code or a question, answers from the virtual phone, expiry by the sandbox's clock. */
export function kdpSandbox(world: World): SandboxSystem {
  const requests = world.store<Request>('kdp.requests')
  const isOver = (request: Request) => world.now() >= new Date(request.expiresAt)

  const ask = (wanted: z.infer<typeof KdpAsk>) => {
    const id = `K-${createHash('sha256').update(wanted.request_id).digest('hex').slice(0, 24)}`
    const known = requests.get(id)
    if (known) return known
    const now = world.now()
    const request: Request = {
      id,
      iin: wanted.uin,
      phone: wanted.phone,
      confirm: wanted.confirm,
      code: wanted.confirm === 'CODE' ? newCode() : '',
      tries: 0,
      status: 'PENDING',
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + Number(wanted.expiresIn)).toISOString(),
    }
    requests.set(request.id, request)
    if (wanted['omit-sms'] === 'false') {
      const text = wanted.confirm === 'CODE' ? codeText(wanted, request.code) : questionText(wanted)
      world.deliver({ to: request.phone, from: FROM, text })
      if (wanted.confirm === 'REPLY' && world.people.get(request.iin)?.consent === 'no') request.status = 'REJECTED'
    }
    world.saved()
    return request
  }

  const confirm = ({ consent_id, code }: z.infer<typeof KdpCode>): z.infer<typeof KdpCodeReply>['result'] => {
    const request = requests.get(consent_id)
    if (request?.confirm !== 'CODE') return 'NOT_FOUND'
    if (isOver(request)) return 'EXPIRED'
    if (request.tries >= TRIES) return 'TOO_MANY'
    if (request.code === code) {
      // The right code again is the same yes: its first answer may have been lost on the way.
      request.status = 'APPROVED'
      world.saved()
      return 'OK'
    }
    request.tries += 1
    world.saved()
    return request.tries >= TRIES ? 'TOO_MANY' : 'WRONG'
  }

  world.onReply((phone, text) => {
    const waiting = requests.values().filter((r) => r.phone === phone && r.confirm === 'REPLY' && r.status === 'PENDING')
    const newest = [...waiting].filter((request) => !isOver(request)).at(-1)
    if (!newest) return
    const word = text
      .trim()
      .toLowerCase()
      .replace(/[.!,\s]+$/u, '')
    if (yes.has(word)) newest.status = 'APPROVED'
    else if (no.has(word)) newest.status = 'REJECTED'
    else world.deliver({ to: phone, from: FROM, text: 'Жауап түсініксіз: 1 – иә, 0 – жоқ. / Ответ не понят: 1 – да, 0 – нет.' })
    world.saved()
  })

  const iinOf = (id: string) => requests.get(id)?.iin
  return {
    system: 'kdp',
    routes: [
      shepRoute(world, '/shep/kdp', {
        [kdpServices.ask]: {
          iin: (data) => KdpAsk.parse(data).uin,
          key: (data) => ({ request_id: KdpAsk.parse(data).request_id }),
          answer: (data) => {
            const request = ask(KdpAsk.parse(data))
            return { consent_id: request.id, status: statusOf(request, isOver(request)) }
          },
        },
        [kdpServices.code]: {
          iin: (data) => iinOf(KdpCode.parse(data).consent_id),
          key: (data) => ({ consent_id: KdpCode.parse(data).consent_id }),
          answer: (data) => {
            const asked = KdpCode.parse(data)
            return { consent_id: asked.consent_id, result: confirm(asked) }
          },
        },
        [kdpServices.status]: {
          iin: (data) => iinOf(KdpStatus.parse(data).consent_id),
          key: (data) => ({ consent_id: KdpStatus.parse(data).consent_id }),
          answer: (data) => {
            const { consent_id } = KdpStatus.parse(data)
            const request = requests.get(consent_id)
            if (!request) return { consent_id, status: 'NOT_FOUND' }
            const status = statusOf(request, isOver(request))
            return { consent_id, status, ...(status === 'APPROVED' ? { code: `C-${request.id}`, 'public-key': 'sandbox' } : {}) }
          },
        },
      }),
    ],
  }
}

const statusOf = ({ status }: Request, isOver: boolean) => (status === 'PENDING' && isOver ? 'EXPIRED' : status)

/** Never 1414: the sender's own number would look like a code. */
function newCode(): string {
  const code = String(randomInt(1_000, 10_000))
  return code === FROM ? newCode() : code
}

/** The code is the only run of four or more digits in its SMS, so phones (and tests) find it at once. */
const codeText = (ask: z.infer<typeof KdpAsk>, code: string): string => {
  const [kz, ru, company] = [ask.personal_data_name_kz, ask.personal_data_name, ask.company].map((text) =>
    text.replace(/\d{4,}/g, '').trim(),
  )
  return `${company}: растау коды / код подтверждения ${code}. ${kz}. Кодты ешкімге айтпаңыз. / ${ru}. Никому не сообщайте код.`
}

const questionText = (ask: z.infer<typeof KdpAsk>): string =>
  `${ask.company} дербес деректеріңізге қол жеткізуді сұрайды: ${ask.personal_data_name_kz}. Келісесіз бе? 1 – иә, 0 – жоқ деп жауап беріңіз. / ` +
  `${ask.company} запрашивает доступ к вашим персональным данным: ${ask.personal_data_name}. Вы согласны? Ответьте 1 – да или 0 – нет.`
