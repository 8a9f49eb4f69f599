import { readFileSync } from 'node:fs'
import pg from 'pg'
import { accountsAgree, atRest, OutsideJournal } from '../bench/day/accounting.ts'

/**
 * Waits until nothing is under way, then holds what the clients were told and what the outside
 * world has against our books. One line of JSON; what is wrong is listed, and is the exit code.
 */
const { DATABASE_URL = '', JOURNAL = '', TOLD = '' } = process.env
const journal = async () => OutsideJournal.parse(await (await fetch(JOURNAL)).json())
const told = readFileSync(TOLD, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as { order?: string })
  .flatMap(({ order }) => order ?? [])

const sql = new pg.Client({ connectionString: DATABASE_URL })
await sql.connect()
const rest = await atRest(sql, journal)
const books = await accountsAgree(sql, await journal(), [...new Set(told)])
const wrong = rest === null ? ['orders are still under way', ...books.wrong] : books.wrong
console.log(JSON.stringify({ ...books, restSeconds: rest && Math.round(rest), wrong }))
await sql.end()
process.exit(wrong.length === 0 ? 0 : 1)
