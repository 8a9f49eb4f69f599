import { IDLE_SECONDS } from './playing.ts'
import type { Said } from './recorder.ts'
import { isNoise, scriptOf, statements } from './script.ts'
import type { Tapes } from './tapes.ts'

/**
 * Scripts of all tapes for the players. `own` is what belongs to the client who was recorded; how
 * many questions of its page a contract holds, is `asked`.
 */
export function scriptsOf(tapes: Tapes, own: readonly string[]) {
  const noise = isNoise(tapes.idle)
  const { list, placeOf } = statements()
  const lookUp = tapes.question.at(-1)?.find((said) => !noise(said))
  const token = lookUp?.values.find((value) => Buffer.isBuffer(value))
  if (!lookUp || !token) throw new Error('no token on the tape of a question')
  const script = (tape: readonly Said[]) => scriptOf(tape, noise, placeOf, { own, token })
  const calls = tapes.contract.map((tape) => tape.filter(({ text }) => text === lookUp.text).length)
  return {
    statements: list,
    scripts: {
      calculation: tapes.calculation.map(script),
      contract: tapes.contract.map(script),
      question: tapes.question.map(script),
      idle: scriptOf(tapes.idle, () => false, placeOf, { own, token }),
    },
    idleSeconds: IDLE_SECONDS,
    // Beside the calculation and the order.
    asked: calls.reduce((sum, count) => sum + count, 0) / calls.length - 2,
  }
}
