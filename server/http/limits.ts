import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpError } from './refuse.ts'

/** Limits that hold across processes: counted in the database. Points per seconds. */
const rules = {
  // What a stranger can ask of a phone, a person or a login is counted where they are first
  // (`…Here`), so that one address alone can't use up what these have. Where the phone has been
  // proved from before, and at a desk, it is counted apart.
  codesHere: { points: 8, duration: 3_600 },
  codesPerPhone: { points: 36, duration: 3_600 },
  codesPerBrowser: { points: 8, duration: 3_600 },
  codesPerDesk: { points: 6, duration: 600 },
  codesPerAccount: { points: 6, duration: 600 },
  otpPerIinHere: { points: 8, duration: 3_600 },
  otpPerIin: { points: 36, duration: 3_600 },
  // Wrong codes of a day: four digits bear no more.
  wrongCodesHere: { points: 6, duration: 86_400, exact: true },
  wrongCodesPerPhone: { points: 10, duration: 86_400, exact: true },
  wrongCodesPerBrowser: { points: 10, duration: 86_400, exact: true },
  wrongCodesPerDesk: { points: 10, duration: 86_400, exact: true },
  wrongCodesPerAccount: { points: 10, duration: 86_400, exact: true },
  otpPerAddress: { points: 40, duration: 600 },
  // The link of an order on another device: the phone of one order is not rung all day.
  codesPerOrder: { points: 12, duration: 86_400 },
  consentPerPhone: { points: 4, duration: 600 },
  consentPerBuyer: { points: 40, duration: 3_600 },
  lookupsPerBuyer: { points: 240, duration: 3_600 },
  calculatesPerBuyer: { points: 120, duration: 3_600 },
  checksPerAddress: { points: 300, duration: 600 },
  // A plate stands on every car: somebody checks theirs and the one they were hit by, and no list
  // is made of who is insured here, from however many addresses.
  plateChecksPerAddress: { points: 20, duration: 3_600 },
  plateChecksInAll: { points: 3_000, duration: 3_600 },
  feedbackPerAddress: { points: 10, duration: 3_600 },
  feedbackPerPhone: { points: 5, duration: 3_600 },
  policyDocumentsPerOrder: { points: 5, duration: 3_600 },
  forgotHere: { points: 5, duration: 600, exact: true },
  forgotPerPhone: { points: 20, duration: 3_600, exact: true },
  forgotPerLogin: { points: 20, duration: 3_600, exact: true },
  forgotPerAddress: { points: 30, duration: 3_600 },
  // Phones no client has, told by 404 as the specification wants: so few that nobody's clients are
  // listed.
  forgotUnknownPerAddress: { points: 10, duration: 86_400 },
  draftsPerPromoter: { points: 2_000, duration: 3_600 },
  handOffPerAddress: { points: 600, duration: 600 },
  signInsPerAddress: { points: 60, duration: 300 },
  clientCodesPerPolicy: { points: 6, duration: 86_400 },
  passwordPerAccount: { points: 10, duration: 300, exact: true },
  suggestionsPerClient: { points: 1_200, duration: 3_600 },
  // Of people who have not signed in; many of them come from one address of a mobile network.
  suggestionsPerAddress: { points: 2_400, duration: 3_600 },
  // Somebody at a desk answers calls; a list of clients is not made by asking for numbers.
  searchesPerDesk: { points: 300, duration: 3_600 },
  // A number in full is for the one who calls.
  revealsPerDesk: { points: 60, duration: 3_600 },
  exportsPerClient: { points: 10, duration: 3_600 },
  filesPerPromoter: { points: 30, duration: 3_600 },
  idpStartsPerAddress: { points: 40, duration: 300 },
  partnerLinksPerAddress: { points: 60, duration: 300 },
  uploadsPerClient: { points: 30, duration: 3_600 },
  // Photographs of claims that are begun, one by one, and again on a bad line.
  photographsPerClient: { points: 200, duration: 3_600 },
  claimDraftsPerClient: { points: 600, duration: 3_600 },
  claimPapersPerClient: { points: 60, duration: 3_600 },
  otherCarsPerClient: { points: 10, duration: 3_600 },
  // Somebody who was harmed knows the plate, or mistypes it; a list of who is insured here is made
  // of nobody's guesses, from however many addresses and people.
  thirdPartiesPerPerson: { points: 6, duration: 3_600, exact: true },
  thirdPartiesPerAddress: { points: 20, duration: 3_600 },
  // Links of notices are not to be guessed at; those who hold one read it every few seconds.
  noticeLinksPerAddress: { points: 60, duration: 3_600 },
  noticeChangesPerPerson: { points: 120, duration: 3_600 },
  noticeCodesPerPerson: { points: 6, duration: 600 },
  thirdPartiesInAll: { points: 1_000, duration: 3_600 },
  // By moving the day of an accident nobody finds out from when to when a number is insured.
  daysPerNumber: { points: 2, duration: 30 * 86_400, exact: true },
  daysAnswered: { points: 1, duration: 30 * 86_400, exact: true },
} as const satisfies Record<string, { points: number; duration: number; exact?: boolean }>
export type LimitName = keyof typeof rules

export type Limits = {
  /** Counts one; throws 429 with Retry-After when the limit is reached. */
  count(name: LimitName, key: string): Promise<void>
  /** Counts one; false when the limit had been reached. */
  take(name: LimitName, key: string): Promise<boolean>
  /** Takes back one that was counted. */
  restore(name: LimitName, key: string): Promise<void>
  /** Whether the limit has been reached; counts nothing. */
  spent(name: LimitName, key: string): Promise<boolean>
}

export function limits(connections: Pool, scale = 1): Limits {
  const made = new Map(
    Object.entries(rules).map(([name, rule]) => [
      name,
      new RateLimiterPostgres({
        storeClient: connections,
        storeType: 'pool',
        tableName: 'rate_limits',
        // Made by our own migration.
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        // A rule of the specification itself is the same beside the sandbox.
        points: 'exact' in rule ? rule.points : rule.points * scale,
        duration: rule.duration,
      }),
    ]),
  )
  const of = (name: LimitName) => {
    const limiter = made.get(name)
    if (!limiter) throw new Error(`no limit ${name}`)
    return limiter
  }
  /** Null when it was counted, else how long to wait. */
  const consume = async (name: LimitName, key: string): Promise<number | null> => {
    try {
      await of(name).consume(key)
      return null
    } catch (cause) {
      if (cause instanceof RateLimiterRes) return cause.msBeforeNext
      throw cause
    }
  }
  return {
    count: async (name, key) => {
      const waitMs = await consume(name, key)
      if (waitMs === null) return
      throw new HttpError(
        429,
        { code: name === 'signInsPerAddress' ? 13001 : 13000 },
        { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1_000))) },
      )
    },
    take: async (name, key) => (await consume(name, key)) === null,
    restore: async (name, key) => {
      await of(name).reward(key)
    },
    spent: async (name, key) => ((await of(name).get(key))?.consumedPoints ?? 0) >= of(name).points,
  }
}
