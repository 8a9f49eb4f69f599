import { parseArgs } from 'node:util'
import { BadConfiguration, readConfig } from '#server/settings/config.ts'
import { isTryName, tries } from './try/index.ts'
import { tryOut } from './try/run.ts'

/**
 * `npm run try -- <system>`: a conversation that only reads, with the host that the settings name
 * (without settings: the sandbox beside `npm start`), and field by field what fits our clients.
 * Sends no money, no SMS, no letter, sets no policy. docs/go-live.md says how to use it.
 */
const text = { type: 'string' as const }
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    iin: text,
    phone: text,
    plate: text,
    certificate: text,
    address: text,
    token: text,
    key: text,
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)
// Somebody may read only the beginning of it.
process.stdout.on('error', () => process.exit(1))
const [name = ''] = positionals

if (isTryName(name)) {
  try {
    const { fits } = await tryOut(tries[name], readConfig(process.env), values, say)
    process.exit(fits ? 0 : 1)
  } catch (cause) {
    if (!(cause instanceof BadConfiguration)) throw cause
    say(cause.message)
    process.exit(2)
  }
} else {
  say(
    `npm run try -- <system> [--iin …] [--phone …] [--plate …] [--certificate …] [--address …]\nSystems: ${Object.keys(tries).join(', ')}`,
  )
  process.exit(2)
}
