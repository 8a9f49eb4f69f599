import { request } from 'undici'
import type { Config } from '#server/settings/config.ts'
import { connectSystems } from '#server/systems.ts'
import { Unavailable } from '#systems/http.ts'
import { fieldsOf, leavesOf } from './fields.ts'
import { masked, type Talk, type Try } from './kit.ts'

export type Outcome = { lines: string[]; fits: boolean }
type Seen = { operation: string; status: number; text: string }

/**
 * Tries one system: prints what each answer holds, field by field, and whether the product's own
 * client can read it.
 */
export async function tryOut(
  one: Try,
  config: Config,
  given: Talk['given'],
  say: (line: string) => void = () => {},
): Promise<Outcome> {
  const lines: string[] = []
  let fits = true
  const tell = (line: string) => {
    lines.push(line)
    say(line)
  }
  const bad = (line: string) => {
    fits = false
    tell(line)
  }
  const seen: Seen[] = []
  const systems = connectSystems(
    config,
    () => {},
    () => {},
    (_, operation, { status, text }) => seen.push({ operation, status, text }),
  )
  const answers = (failure: string | null) => tellAnswers(seen.splice(0), failure, tell)
  const talk: Talk = {
    config,
    systems,
    given,
    step: async (what, work) => {
      tell(`  ${what}`)
      try {
        const value = await work()
        answers(null)
        for (const { path, name, value: item } of leavesOf(value))
          tell(`    ✓ ${path}: ${masked(name, item)}`)
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause)
        answers(reason)
        bad(`    ✗ ${cause instanceof Unavailable ? '' : 'unexpected: '}${withoutPeople(reason)}`)
      }
    },
    skip: (what) => tell(`  – ${what}`),
    reach: async (address) => {
      tell(`  reach ${hostOf(address)}`)
      try {
        const { statusCode, body } = await request(address, {
          method: 'GET',
          headersTimeout: 5_000,
          bodyTimeout: 5_000,
        })
        await body.dump()
        tell(
          `    ✓ answers with HTTP ${statusCode}${address.startsWith('https:') ? ', its certificate is trusted' : ' (without TLS)'}`,
        )
      } catch (cause) {
        bad(
          `    ✗ ${withoutPeople(cause instanceof Error ? `${cause.message} ${String(cause.cause ?? '')}` : String(cause))}`,
        )
      }
    },
  }
  tell(`${one.host(config)} (${one.settings})`)
  tell(`  ${one.about}`)
  await one.talk(talk)
  systems.mail.close()
  tell(fits ? 'Everything that was tried fits.' : 'Something does not fit.')
  return { lines, fits }
}

/** Every field of the answers; what a client's failure names is marked. */
function tellAnswers(seen: readonly Seen[], failure: string | null, tell: (line: string) => void) {
  for (const { operation, status, text } of seen) {
    tell(`    ${operation}: HTTP ${status}, ${Buffer.byteLength(text)} bytes`)
    const fields = fieldsOf(text)
    if (!fields) tell(`      ✗ neither JSON nor XML: ${masked('', text.trim())}`)
    for (const { path, name, value } of fields ?? []) {
      const wrong =
        failure !== null &&
        name.length > 2 &&
        new RegExp(`\\b${name.replace(/\W/g, '.')}\\b`).test(failure)
      tell(
        `      ${wrong ? '✗' : '·'} ${path}: ${masked(name, value)}${wrong ? '   ← does not fit' : ''}`,
      )
    }
  }
}

/** An address without credentials, path and query. */
const hostOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).origin : address
/** Numbers of people and phones are left out of a reason. */
const withoutPeople = (text: string): string =>
  text.replace(/\d{9,}/g, (digits) => '9'.repeat(digits.length)).slice(0, 300)
