import { randomUUID } from 'node:crypto'
import { giveToken, takeBack } from '../consent-sandbox.ts'
import { type SandboxAnswer, type SandboxSystem, type World, xml } from '../sandbox-kit.ts'
import { KDP_METHOD, KDP_PATH, type KdpFields, kdpReply, readKdpRequest } from './protocol.ts'

type State = 'pending' | 'valid' | 'invalid'
type Process = {
  /** The asker's own number. */
  id: string
  iin: string
  phone: string
  state: State
  /** ISO instant of the sandbox's clock; no answer counts after it. */
  answerUntil: string
  access: string[]
  holdsMs: number
  token: { token: string; publicKey: string } | null
}

const FROM = '1414'
/** Guess: how long 1414 waits for an answer. */
const WAITS_MS = 10 * 60_000
const yes = new Set(['1', 'иә', 'ия', 'да', 'yes'])
const no = new Set(['0', 'жоқ', 'жок', 'нет', 'no'])

/**
 * The consent service: a question by SMS from 1414 to the phone the state knows, answers from the
 * virtual phone, states by the sandbox's clock.
 */
export function kdpSandbox(world: World): SandboxSystem {
  const { processes, isOver, begin, hear } = questions(world)
  world.onReply(hear)

  const info = () => ({ messageId: randomUUID(), responseDate: world.now().toISOString() })
  const handle = (body: string): SandboxAnswer => {
    const wanted = readable(body)
    if (wanted === null)
      return xml(
        kdpReply({ ...info(), status: { code: 'VAL-R-004', message: 'Request is not valid' } }),
      )
    const known = processes.get(wanted.requestNumber)
    // A number reveals nothing of another person's process.
    if (known && known.iin !== wanted.uin)
      return xml(kdpReply({ ...info(), status: { code: 'VAL-R-004', message: 'requestNumber' } }))
    const process = known ?? begin(wanted)
    if (!process) return xml(kdpReply(info(), { status: 'not_found' }))
    const status = process.state === 'pending' && isOver(process) ? 'timeout' : process.state
    const token = status === 'valid' ? process.token : null
    // In lines of 76, as keys are written.
    const lines = (key: string) => key.replace(/(.{76})/g, '$1\n')
    return xml(
      kdpReply(info(), {
        status,
        ...(token ? { code: lines(token.token), 'public-key': lines(token.publicKey) } : {}),
      }),
    )
  }

  return {
    system: 'kdp',
    routes: [
      {
        method: 'POST',
        path: KDP_PATH,
        operation: KDP_METHOD,
        key: ({ body }): Record<string, string> => {
          const wanted = readable(body)
          return wanted ? { requestNumber: wanted.requestNumber } : {}
        },
        iin: ({ body }) => readable(body)?.uin,
        error: () =>
          xml(
            kdpReply({
              ...info(),
              status: { code: 'FAULT-015', message: 'Service execution error' },
            }),
          ),
        handle: ({ body, headers }) =>
          headers.authorization?.startsWith('Basic ') ? handle(body) : { status: 401, body: '' },
      },
    ],
  }
}

/** Open questions, and people's answers from their phones. */
function questions(world: World) {
  const processes = world.store<Process>('kdp.processes')
  const isOver = (process: Process) => world.now().toISOString() >= process.answerUntil
  const agreed = (process: Process) => {
    process.state = 'valid'
    process.token = giveToken(world, {
      iin: process.iin,
      access: process.access,
      ms: process.holdsMs,
    })
  }

  const begin = (wanted: KdpFields): Process | null => {
    const person = world.people.get(wanted.uin)
    if (!person || person.phoneLinked === false) return null
    const process: Process = {
      id: wanted.requestNumber,
      iin: wanted.uin,
      phone: person.phone,
      state: 'pending',
      answerUntil: new Date(world.now().getTime() + WAITS_MS).toISOString(),
      access: wanted.access_name.split(';').map((name) => name.trim()),
      holdsMs: Number(wanted.expiresIn),
      token: null,
    }
    processes.set(process.id, process)
    if (wanted['omit-sms'] === 'true') agreed(process)
    else {
      world.deliver({ to: process.phone, from: FROM, text: questionText(wanted) })
      if (person.consent === 'no') process.state = 'invalid'
    }
    world.saved()
    return process
  }

  const hear = (phone: string, text: string) => {
    const waiting = [...processes.values()].filter(
      (one) => one.phone === phone && one.state === 'pending' && !isOver(one),
    )
    const newest = waiting.at(-1)
    const word = text
      .trim()
      .toLowerCase()
      .replace(/[.!,\s]+$/u, '')
    if (/^(стоп|тоқта|stop)$/u.test(word)) {
      for (const person of world.people.values())
        if (person.phone === phone) takeBack(world, person.iin)
      return
    }
    if (!newest) return
    if (yes.has(word)) agreed(newest)
    else if (no.has(word)) newest.state = 'invalid'
    else
      world.deliver({
        to: phone,
        from: FROM,
        text: 'Жауап түсініксіз: 1 – иә, 0 – жоқ. / Ответ не понят: 1 – да, 0 – нет.',
      })
    world.saved()
  }
  return { processes, isOver, begin, hear }
}

function readable(body: string): KdpFields | null {
  try {
    return readKdpRequest(body)
  } catch {
    return null
  }
}

/** In the language of the purpose; their own words around it are not known. */
const questionText = ({ company, personal_data_name: what }: KdpFields): string =>
  /[әғқңөұүһі]/iu.test(what)
    ? `${company}: ${what}. Келісесіз бе? 1 – иә, 0 – жоқ деп жауап беріңіз.`
    : `${company}: ${what}. Вы согласны? Ответьте 1 – да или 0 – нет.`
