import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { databaseProblems } from '#server/db/connect.ts'
import { settingsReport } from '#server/settings/report.ts'

/**
 * `npm run settings [-- file]`: says what of production's settings is missing, weak, or still the
 * example's, and asks the database whether it will do. Reads the file, or the environment; shows no
 * value. Ends with 1 while anything is wrong.
 */
const [file] = process.argv.slice(2)
const given = file
  ? { ...parseEnv(readFileSync(file, 'utf8')), ...databaseOf(process.env) }
  : process.env
const example = readFileSync(
  join(import.meta.dirname, '..', 'deploy', 'production.env.example'),
  'utf8',
)

/** What the file leaves to the place where the program runs. */
function databaseOf(environment: NodeJS.ProcessEnv) {
  const ours = Object.entries(environment).filter(([name]) =>
    /^(DATABASE_|ESBD_|PLAIN_HOSTS|PUBLIC_URL)/.test(name),
  )
  return Object.fromEntries(ours)
}

const { problems, set } = settingsReport(given, example)
const url = given.DATABASE_URL
const durability = given.DATABASE_DURABILITY === 'asynchronous' ? 'asynchronous' : 'synchronous'
const all = url ? [...problems, ...(await databaseProblems(url, durability))] : problems
console.log(`Set: ${set.length === 0 ? 'nothing' : set.join(', ')}`)
for (const problem of all) console.log(`  - ${problem}`)
console.log(all.length === 0 ? 'Nothing is wrong.' : `${all.length} to be mended.`)
process.exit(all.length === 0 ? 0 : 1)
