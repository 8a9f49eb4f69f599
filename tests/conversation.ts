import pg from 'pg'
import { onTestFinished } from 'vitest'

/** What a call said to the database. A round trip is whatever was sent before an answer came. */
export type Conversation = {
  /** Everything that was sent, begins and commits of transactions too. */
  statements: number
  trips: number
  /** How often the disk is waited for. */
  commits: number
  said: string[]
}
/** One statement as it was sent. */
type Said = { text: string; of: Transaction; isTrip: boolean; commits: boolean }
type Transaction = { wrote: boolean; isOwn: boolean; length: number }

/** The pools of calls; the queue looks for work whether anybody calls or not. */
const OF_CALLS = ['qorgan', 'qorgan-locks']
/**
 * What every process keeps for seconds is read by whoever comes first after them, for all, and a new
 * connection is asked once whose it is.
 */
const KEPT =
  /^select pid \|\| |^select (?:\*|"data", "effective_from", "effective_to") from "(?:tariff_tables|insurers|insurer_facts|commissions|ogpo_plus_rows|control_points|settings)"(?:$| order by)|from "aml_(?:lists|versions)"/
/** The journal of outside calls is written behind their back, many calls at once. */
const JOURNAL = /\b(?:outside_calls|operation_quarters)\b/
const WRITES = /\b(?:insert into|update|delete from)\s+"?(?:pgboss\.)?"?\w+/gi
/** A lock of rows, and tables whose changes nobody waits for: they are unlogged (095-unlogged). */
const WAITS_FOR_NOTHING = /\b(?:set|rate_limits)$/i

/**
 * Counts what the product of this process says to the database, in the driver, where every
 * statement passes: called before the product is started. Only one call may be under way while it
 * listens.
 */
export function listening() {
  let said: Said[] = []
  const open = new WeakMap<object, Transaction>()
  const under = new WeakMap<object, number>()
  const plain = pg.Client.prototype.query
  const hear = (client: pg.Client, text: string) => {
    const of = open.get(client) ?? { wrote: false, isOwn: true, length: 0 }
    const writes = writesIn(text)
    if (JOURNAL.test(text)) of.isOwn = false
    const ends = /^\s*(?:commit|rollback)\b/i.test(text)
    const commits = /^\s*commit\b/i.test(text) ? of.wrote : writes && !open.has(client)
    if (/^\s*begin\b/i.test(text)) open.set(client, of)
    else if (ends) open.delete(client)
    of.wrote ||= writes
    of.length += 1
    const before = under.get(client) ?? 0
    under.set(client, before + 1)
    const plainly = text.replace(/\s+/g, ' ').trim()
    if (!KEPT.test(plainly)) said.push({ text: plainly, of, isTrip: before === 0, commits })
  }
  // Every overload of the driver's one method passes.
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
    const text = textOf(given[0])
    if (!text || !OF_CALLS.includes(applicationOf(this))) return Reflect.apply(plain, this, given)
    hear(this, text)
    const over = () => under.set(this, (under.get(this) ?? 1) - 1)
    const callback = given.at(-1)
    if (typeof callback === 'function')
      return Reflect.apply(plain, this, [
        ...given.slice(0, -1),
        (...heard: unknown[]) => {
          over()
          callback(...heard)
        },
      ])
    const answer: unknown = Reflect.apply(plain, this, given)
    if (answer instanceof Promise) answer.then(over, over)
    return answer
  })
  onTestFinished(() => {
    Reflect.set(pg.Client.prototype, 'query', plain)
  })
  return {
    /** What was said while `work` went on. */
    of: async (work: () => Promise<unknown>): Promise<Conversation> => {
      said = []
      await work()
      // Of a transaction that has only begun nobody knows yet whose it is.
      const own = said.filter(({ of, text }) => of.isOwn && !(text === 'begin' && of.length === 1))
      return {
        statements: own.length,
        trips: own.filter(({ isTrip }) => isTrip).length,
        commits: own.filter(({ commits }) => commits).length,
        said: own.map(({ text }) => text),
      }
    },
  }
}

const textOf = (given: unknown): string | null => {
  if (typeof given === 'string') return given
  const text = typeof given === 'object' && given !== null && 'text' in given ? given.text : null
  return typeof text === 'string' ? text : null
}

/** Its name as the server knows it; the driver keeps it where no type tells. */
const applicationOf = (client: pg.Client): string => {
  const parameters: unknown = Reflect.get(client, 'connectionParameters')
  return typeof parameters === 'object' && parameters !== null
    ? String(Reflect.get(parameters, 'application_name'))
    : ''
}

const writesIn = (text: string): boolean =>
  [...text.matchAll(WRITES)].some(([found]) => !WAITS_FOR_NOTHING.test(found))
