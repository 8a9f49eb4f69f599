import type { Pool } from 'pg'
import * as refusals from '#domain/refusals.ts'
import { HttpError } from './refuse.ts'

/**
 * Limits across processes, counted in the database. Points per seconds. An office or a mobile
 * network shares one address, so only failures use up an address's points: `attempt` and `restore`
 * return those of successes, and the address is not checked at all if the phone or login was proved
 * from this browser before.
 */
const rules = {
  // A stranger's requests about a phone, a person or a login count at the stranger's place first
  // (`…Here`), so that one address can't use up their limits. A browser that proved the phone
  // before, and a desk, count separately.
  codesHere: { points: 8, duration: 3_600 },
  codesPerPhone: { points: 36, duration: 3_600 },
  // Strangers at many addresses must not ring a person all day, by any SMS to a phone not proved as
  // theirs: codes, temporary passwords, questions of 1414, reminders of policies bought elsewhere.
  smsPerPhoneADay: { points: 60, duration: 86_400 },
  // The same for letters to a mailbox not proved as the caller's: by person first.
  lettersHere: { points: 20, duration: 86_400 },
  lettersPerMailboxADay: { points: 60, duration: 86_400 },
  // Questions of 1414 from a calculation: the state chooses the phone, so they count by person. A
  // person's own requests do not count: nobody can lock them out of their own purchase.
  stateAsksPerPersonADay: { points: 60, duration: 86_400 },
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
  // Thirty clients a day misread theirs once; more is guessing, over however many phones.
  wrongCodesPerPromoter: { points: 30, duration: 86_400, exact: true },
  wrongCodesPerAccount: { points: 10, duration: 86_400, exact: true },
  // Codes sent and not entered.
  codesPerAddress: { points: 300, duration: 600 },
  // Wrong codes, and phones that are not the person's.
  wrongCodesPerAddress: { points: 40, duration: 600 },
  // The link of an order on another device: the phone of one order is not rung all day.
  codesPerOrder: { points: 12, duration: 86_400 },
  consentPerPhone: { points: 4, duration: 600 },
  consentPerBuyer: { points: 40, duration: 3_600 },
  // Bills to phones other than the policyholder's: nobody gets flooded with other people's debts,
  // and nobody can probe who has the bank's application.
  billsToOthersPerBuyer: { points: 30, duration: 3_600 },
  billsPerPhoneADay: { points: 20, duration: 86_400 },
  lookupsPerBuyer: { points: 240, duration: 3_600 },
  calculatesPerBuyer: { points: 120, duration: 3_600 },
  checksPerAddress: { points: 300, duration: 600 },
  // Every car shows its plate: a person checks their own and the one that hit them, but nobody
  // lists our insured cars, from however many addresses.
  plateChecksPerAddress: { points: 20, duration: 3_600 },
  plateChecksInAll: { points: 3_000, duration: 3_600 },
  // Past it every address slows down, so that nobody blocks the page for all.
  plateChecksPerAddressWhenBusy: { points: 3, duration: 3_600 },
  // Each is an SMS to an unproved phone.
  remindersInAll: { points: 600, duration: 3_600 },
  remindersPerAddressWhenBusy: { points: 3, duration: 3_600 },
  feedbackPerAddress: { points: 60, duration: 3_600 },
  feedbackPerPhone: { points: 5, duration: 3_600 },
  repliesPerDesk: { points: 120, duration: 3_600 },
  policyDocumentsPerOrder: { points: 5, duration: 3_600 },
  forgotHere: { points: 5, duration: 600, exact: true },
  // One request per portal login within the two minutes of one SMS; a repetition sends nothing and
  // costs the others nothing.
  forgotAsked: { points: 1, duration: 120, exact: true },
  forgotRepeated: { points: 4, duration: 120, exact: true },
  forgotPerPhone: { points: 20, duration: 3_600, exact: true },
  forgotPerLogin: { points: 20, duration: 3_600, exact: true },
  forgotPerLoginADay: { points: 40, duration: 86_400 },
  // Passwords that were sent.
  forgotPerAddress: { points: 120, duration: 3_600 },
  // Unknown phones, answered 404 as the specification requires: so few that nobody can list our
  // clients.
  forgotUnknownPerAddress: { points: 10, duration: 86_400 },
  draftsPerPromoter: { points: 2_000, duration: 3_600 },
  // Keys that open nothing.
  shortKeysPerAddress: { points: 60, duration: 600 },
  handOffPerAddress: { points: 60, duration: 600 },
  // Wrong passwords, and codes of a sign-in.
  signInsPerAddress: { points: 60, duration: 300 },
  clientCodesPerPolicy: { points: 6, duration: 86_400 },
  passwordPerAccount: { points: 10, duration: 300, exact: true },
  suggestionsPerClient: { points: 1_200, duration: 3_600 },
  // By visitors who have not signed in; many share one address of a mobile network.
  suggestionsPerAddress: { points: 2_400, duration: 3_600 },
  // A desk answers calls; nobody lists clients by trying numbers.
  searchesPerDesk: { points: 300, duration: 3_600 },
  // A number in full is for the one who calls.
  revealsPerDesk: { points: 60, duration: 3_600 },
  exportsPerClient: { points: 10, duration: 3_600 },
  // Every paper of a claim in one file.
  caseFilesPerDesk: { points: 60, duration: 3_600 },
  filesPerPromoter: { points: 30, duration: 3_600 },
  // Begun and not finished.
  idpStartsPerAddress: { points: 240, duration: 300 },
  // Links that open nothing.
  partnerLinksPerAddress: { points: 60, duration: 300 },
  uploadsPerClient: { points: 30, duration: 3_600 },
  // Photographs of claims that are begun, one by one, and again on a bad line.
  photographsPerClient: { points: 200, duration: 3_600 },
  claimDraftsPerClient: { points: 600, duration: 3_600 },
  claimPapersPerClient: { points: 60, duration: 3_600 },
  otherCarsPerClient: { points: 10, duration: 3_600 },
  // An injured party knows the plate, or mistypes it; nobody lists our insured by guessing, from
  // however many addresses and people.
  thirdPartiesPerPerson: { points: 6, duration: 3_600, exact: true },
  thirdPartiesPerAddress: { points: 20, duration: 3_600 },
  // Links of notices are not to be guessed at; those who hold one read it every few seconds.
  noticeLinksPerAddress: { points: 60, duration: 3_600 },
  noticeChangesPerPerson: { points: 120, duration: 3_600 },
  noticeCodesPerPerson: { points: 6, duration: 600 },
  thirdPartiesInAll: { points: 1_000, duration: 3_600 },
  // Past it every person slows down.
  thirdPartiesPerPersonWhenBusy: { points: 2, duration: 3_600 },
  // Nobody finds out a number's insured period by moving the day of an accident.
  daysPerNumber: { points: 2, duration: 30 * 86_400, exact: true },
  daysAnswered: { points: 1, duration: 30 * 86_400, exact: true },
} as const satisfies Record<string, { points: number; duration: number; exact?: boolean }>
export type LimitName = keyof typeof rules

/** Limits of all callers together: past one, another, narrower limit counts the caller. */
const slower = {
  plateChecksInAll: 'plateChecksPerAddressWhenBusy',
  thirdPartiesInAll: 'thirdPartiesPerPersonWhenBusy',
  remindersInAll: 'remindersPerAddressWhenBusy',
} as const satisfies Partial<Record<LimitName, LimitName>>
export type InAll = keyof typeof slower

/** A limit and whose. */
export type Counted = readonly [LimitName, string]

export type Limits = {
  /** Counts one; throws 429 with Retry-After when the limit is reached. */
  count(...one: Counted): Promise<void>
  /** Counts one of each, all or none: what one of them refuses takes nothing from the others. */
  countAll(of: readonly Counted[]): Promise<void>
  /** The same, then does the work; restores all if that throws 429. */
  counted<T>(of: readonly Counted[], work: () => Promise<T>): Promise<T>
  /** Counts one; false when the limit had been reached. */
  take(...one: Counted): Promise<boolean>
  /** Counts one; when the limit had been reached, the seconds until it opens again. */
  takeOrWait(...one: Counted): Promise<number | null>
  /** Counts one of each, all or none; seconds to wait when one of them had been reached. */
  takeAllOrWait(of: readonly Counted[]): Promise<number | null>
  /**
   * Counts `own`, then one for all callers together, all or none. Past that limit the caller
   * (`key`) counts alone, more narrowly, so that others cannot lock them out. Returns the seconds
   * to wait if a limit is reached.
   */
  takeInAll(name: InAll, key: string, own?: readonly Counted[]): Promise<number | null>
  /** Takes back one that was counted. */
  restore(...one: Counted): Promise<void>
  /** Takes back one of each. */
  restoreAll(of: readonly Counted[]): Promise<void>
  /** Checks if one of these limits is reached; counts nothing. */
  spent(of: readonly Counted[]): Promise<boolean>
  /**
   * Counts one before `work`, so that parallel attempts count too, and takes it back if `work`
   * succeeds. While the last ones run in this process, a further caller waits for their outcome;
   * throws 429 if they failed.
   */
  attempt<T>(
    of: Counted,
    work: () => Promise<T>,
    right: (done: T) => boolean | Promise<boolean>,
  ): Promise<T>
}

export function limits(
  connections: Pool,
  scale = 1,
  passed: (limit: InAll) => void = () => {},
): Limits {
  const most = (name: LimitName): number => {
    const rule = rules[name]
    // A rule of the specification itself is the same beside the sandbox.
    return 'exact' in rule ? rule.points : rule.points * scale
  }
  const keysOf = (of: readonly Counted[]) => of.map(([name, key]) => `${name}:${key}`)
  const restoreAll = async (of: readonly Counted[]) => {
    if (of.length > 0) await connections.query(restores, [keysOf(of)])
  }
  /** Null when all were counted, else the first that had been reached; then none is counted. */
  const consume = async (of: readonly Counted[]) => {
    if (of.length === 0) return null
    const keys = keysOf(of)
    const now = Date.now()
    const { rows } = await connections.query<{ key: string; points: number; expire: string }>(
      counts,
      [keys, of.map(([name]) => now + rules[name].duration * 1_000), now],
    )
    const stands = new Map(rows.map((row) => [row.key, row]))
    for (const [at, [name]] of of.entries()) {
      const row = stands.get(keys[at] ?? '')
      if (!row || row.points <= most(name)) continue
      await restoreAll(of)
      return { name, waitMs: Number(row.expire) - now }
    }
    return null
  }
  const countAll = async (of: readonly Counted[]) => {
    const reached = await consume(of)
    if (reached) throw tooMany(reached.name, reached.waitMs)
  }
  const takeAllOrWait = async (of: readonly Counted[]) => {
    const reached = await consume(of)
    return reached && secondsOf(reached.waitMs)
  }
  const underWay = attemptsUnderWay()
  return {
    count: (...one) => countAll([one]),
    countAll,
    counted: async (of, work) => {
      await countAll(of)
      try {
        return await work()
      } catch (cause) {
        if (cause instanceof HttpError && cause.status === 429) await restoreAll(of)
        throw cause
      }
    },
    take: async (...one) => (await consume([one])) === null,
    takeOrWait: (...one) => takeAllOrWait([one]),
    takeAllOrWait,
    takeInAll: async (name, key, own = []) => {
      const wait = await takeAllOrWait(own)
      if (wait !== null || (await consume([[name, 'all']])) === null) return wait
      passed(name)
      const slowly = await takeAllOrWait([[slower[name], key]])
      if (slowly !== null) await restoreAll(own)
      return slowly
    },
    restore: (...one) => restoreAll([one]),
    restoreAll,
    spent: async (of) => {
      const { rows } = await connections.query<{ key: string; points: number }>(
        'select key, points from rate_limits where key = any($1) and expire > $2',
        [keysOf(of), Date.now()],
      )
      const points = new Map(rows.map((row) => [row.key, row.points]))
      return of.some(([name, key]) => (points.get(`${name}:${key}`) ?? 0) >= most(name))
    },
    attempt: async (of, work, right) => {
      const place = underWay(of.join(':'))
      place.enter()
      let gaveBack = false
      try {
        for (;;) {
          const reached = await consume([of])
          if (!reached) break
          if (!(await place.stand())) throw tooMany(reached.name, reached.waitMs)
        }
        try {
          const done = await work()
          gaveBack = await right(done)
          return done
        } catch (cause) {
          gaveBack = !isWrong(cause)
          throw cause
        } finally {
          if (gaveBack) await restoreAll([of])
        }
      } finally {
        place.leave(gaveBack)
      }
    },
  }
}

/**
 * Locks rows in one order, so that no two queries wait for each other; counts a name given twice
 * once.
 */
const counts = `insert into rate_limits as had (key, points, expire)
  select key, 1, max(expire) from unnest($1::text[], $2::bigint[]) as asked (key, expire)
  group by key order by key
  on conflict (key) do update set
    points = case when had.expire <= $3 then 1 else had.points + 1 end,
    expire = case when had.expire <= $3 then excluded.expire else had.expire end
  returning key, points, expire`
/** Taking back never makes room for more than a whole limit. */
const restores = `update rate_limits set points = points - 1
  where points > 0
    and key in (select key from rate_limits where key = any($1::text[]) order by key for update)`

/** An outage of ours, and a right password that is too old, are no wrong attempts. */
const isWrong = (cause: unknown) =>
  cause instanceof HttpError && cause.status < 500 && cause.status !== 403

/** Limits of calls that ring a phone of possibly anybody. */
const ringing: readonly LimitName[] = [
  'smsPerPhoneADay',
  'stateAsksPerPersonADay',
  'billsPerPhoneADay',
]

const tooMany = (name: LimitName, waitMs: number) =>
  new HttpError(
    429,
    {
      code:
        name === 'signInsPerAddress'
          ? refusals.loginRateLimit
          : ringing.includes(name)
            ? refusals.phoneHadEnough
            : refusals.passwordResetRateLimit,
    },
    { 'retry-after': String(secondsOf(waitMs)) },
  )

const secondsOf = (waitMs: number) => Math.max(1, Math.ceil(waitMs / 1_000))

/** Attempts of one key that are under way in this process, and who waits for how they end. */
function attemptsUnderWay() {
  const all = new Map<string, { flying: number; waiting: ((again: boolean) => void)[] }>()
  return (key: string) => {
    const one = () => {
      const known = all.get(key)
      if (known) return known
      const made = { flying: 0, waiting: [] }
      all.set(key, made)
      return made
    }
    const leave = (gaveBack: boolean) => {
      const { flying, waiting } = one()
      const next = gaveBack ? waiting.shift() : undefined
      if (next) return next(true)
      one().flying = flying - 1
      if (flying > 1) return
      all.delete(key)
      for (const wake of waiting) wake(false)
    }
    return {
      enter: () => {
        one().flying += 1
      },
      /** Passes the place to the first waiting caller, if there is room again. */
      leave,
      /** Gives the place up until an attempt succeeds; false if none is under way. */
      stand: () =>
        new Promise<boolean>((resolve) => {
          one().waiting.push(resolve)
          leave(false)
        }).then((again) => {
          if (!again) one().flying += 1
          return again
        }),
    }
  }
}
