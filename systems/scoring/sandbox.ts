import { json, type SandboxAsk, type SandboxSystem, type World } from '../sandbox-kit.ts'
import { SCORING_PATH, ScoreRequest } from './protocol.ts'

/** The scoring service: the worst person of the sale decides. */
export function scoringSandbox(world: World): SandboxSystem {
  const asked = (ask: SandboxAsk) => {
    const request = ScoreRequest.safeParse(parsed(ask.body))
    return request.success ? request.data : null
  }
  const people = (ask: SandboxAsk) => {
    const request = asked(ask)
    return request
      ? [request.policyholder, ...request.drivers].flatMap(({ iin }) => world.people.get(iin) ?? [])
      : []
  }
  return {
    system: 'scoring',
    routes: [
      {
        method: 'POST',
        path: SCORING_PATH,
        operation: 'score',
        key: (ask): Record<string, string> => {
          const request = asked(ask)
          return request ? { requestId: request.requestId } : {}
        },
        iin: (ask) =>
          (people(ask).find(({ registers }) => registers === 'timeout') ?? people(ask)[0])?.iin,
        error: () => json({ error: 'internal_error' }, 500),
        handle: (ask) => {
          const request = asked(ask)
          if (!ask.headers.authorization?.startsWith('Bearer '))
            return json({ error: 'unauthorized' }, 401)
          if (!request) return json({ error: 'bad_request' }, 400)
          const scores = people(ask).map(({ scoring }) => scoring)
          if (scores.includes('unavailable')) return json({ error: 'no_decision' }, 503)
          return json({
            requestId: request.requestId,
            decision: scores.includes('bad') ? 'DECLINE' : 'ACCEPT',
          })
        },
      },
    ],
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
