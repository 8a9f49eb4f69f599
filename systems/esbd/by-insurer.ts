import { Unavailable } from '../http.ts'
import { pauses } from '../time-limits.ts'
import { EsbdRefused, type InsuranceDatabase, type PolicyLike } from './client.ts'

/**
 * The insurer's number in the unified database (SYSTEM_DELIMITER_ID): whose policy it is, and so
 * whose login has to ask.
 */
type Whose = { insurerSystemId: number }

/**
 * The unified database with a login per insurer. Calls about an existing contract name its insurer,
 * so that they use that insurer's login.
 */
export type UnifiedDatabase = Omit<
  InsuranceDatabase,
  'findByNumber' | 'rescind' | 'rescindHome'
> & {
  /** With a whole draft: throws `EsbdRefused` if the policy under our number differs. */
  findByNumber(
    number: string,
    of: Whose | PolicyLike,
  ): ReturnType<InsuranceDatabase['findByNumber']>
  rescind(of: Parameters<InsuranceDatabase['rescind']>[0] & Whose): Promise<void>
  rescindHome(of: Parameters<InsuranceDatabase['rescindHome']>[0] & Whose): Promise<void>
  /** Verbs under way for each session of all logins: above 1 they wait for one another. */
  perSession(): number
}

export type Logins = {
  /** SYSTEM_DELIMITER_ID of the insurer that the logins belong to. */
  systemId: number
  /** Number of calls it serves at once. */
  sessions: number
  client: InsuranceDatabase
}

type Pool = Logins & { busy: number; restsUntil: number }

/**
 * One database behind several logins. `User` bears one SYSTEM_DELIMITER_ID: a login belongs to one
 * insurer (WSDL of 2019, structure `User`), so
 *
 * - checks, prices, SetPolicy, look-ups by our number and rescissions of an insurer's contract use
 *   that insurer's login and no other: when it is down its sales wait, and the others' go on;
 * - people, cars, classes and policies by Global ID use any login, the least busy first: their
 *   records are common (Guess: no public client shows two insurers' logins side by side; a
 *   question for the operator).
 *
 * A look-up whose login is refused is sent once more with the next one: only the sign-in had been
 * sent. Any other failure is an answer, for the hosts are the same.
 */
export function byInsurer(logins: readonly Logins[]): UnifiedDatabase {
  const pools = logins.map((of): Pool => ({ ...of, busy: 0, restsUntil: 0 }))

  async function by<T>(pool: Pool, ask: (client: InsuranceDatabase) => Promise<T>): Promise<T> {
    pool.busy += 1
    try {
      const answer = await ask(pool.client)
      pool.restsUntil = 0
      return answer
    } catch (cause) {
      if (signInFailed(cause)) pool.restsUntil = performance.now() + pauses.esbdLoginRest
      throw cause
    } finally {
      pool.busy -= 1
    }
  }

  const of = <T>(
    systemId: number,
    operation: string,
    ask: (client: InsuranceDatabase) => Promise<T>,
  ): Promise<T> => {
    const pool = pools.find((one) => one.systemId === systemId)
    const none = `no login of the insurer ${systemId}: it lacks in ESBD_USERS`
    return pool ? by(pool, ask) : Promise.reject(new Unavailable('esbd', operation, none, false))
  }

  async function any<T>(ask: (client: InsuranceDatabase) => Promise<T>): Promise<T> {
    const began = performance.now()
    const rests = (pool: Pool) => (pool.restsUntil > began ? 1 : 0)
    const inTurn = pools.toSorted(
      (a, b) => rests(a) - rests(b) || a.busy / a.sessions - b.busy / b.sessions,
    )
    for (const [at, pool] of inTurn.entries())
      try {
        return await by(pool, ask)
      } catch (cause) {
        if (
          !signInFailed(cause) ||
          at === inTurn.length - 1 ||
          performance.now() - began > pauses.esbdLoginSoon
        )
          throw cause
      }
    throw new Unavailable('esbd', 'AuthenticateUser', 'no login at all: ESBD_USERS', false)
  }

  return {
    perSession: () => perSession(pools),
    health: async () =>
      (await Promise.all(pools.map((pool) => pool.client.health()))).some(Boolean),
    findPerson: (iin) => any((client) => client.findPerson(iin)),
    clientById: (id) => any((client) => client.clientById(id)),
    savePerson: (person, known) => any((client) => client.savePerson(person, known)),
    bonusMalus: (clientId, on) => any((client) => client.bonusMalus(clientId, on)),
    findVehicle: (car) => any((client) => client.findVehicle(car)),
    policiesOfVehicle: (car, on) => any((client) => client.policiesOfVehicle(car, on)),
    findByGlobalId: (globalId) => any((client) => client.findByGlobalId(globalId)),
    concluded: async (from, to) =>
      (
        await Promise.all(pools.map((pool) => by(pool, (client) => client.concluded(from, to))))
      ).flat(),
    checkDraft: (draft) =>
      of(draft.insurerSystemId, 'CalculatePolicyPremium', (client) => client.checkDraft(draft)),
    issue: (draft) => of(draft.insurerSystemId, 'SetPolicy', (client) => client.issue(draft)),
    registerHome: (draft) =>
      of(draft.insurerSystemId, 'SetContractDsProperty', (client) => client.registerHome(draft)),
    findHome: (draft) =>
      of(draft.insurerSystemId, 'GetContractDsProperty_By_Number', (client) =>
        client.findHome(draft),
      ),
    findByNumber: (number, whose) =>
      of(whose.insurerSystemId, 'GetPoliciesByNumber', (client) =>
        client.findByNumber(number, 'drivers' in whose ? whose : undefined),
      ),
    rescind: ({ insurerSystemId, ...what }) =>
      of(insurerSystemId, 'SetPolicyRescindingReason', (client) => client.rescind(what)),
    rescindHome: ({ insurerSystemId, ...what }) =>
      of(insurerSystemId, 'SetContractRescinding', (client) => client.rescindHome(what)),
  }
}

const perSession = (pools: readonly Pool[]): number => {
  const busy = pools.reduce((sum, pool) => sum + pool.busy, 0)
  return (
    busy /
    Math.max(
      1,
      pools.reduce((sum, pool) => sum + pool.sessions, 0),
    )
  )
}

/** A refused login or certificate means that nothing was requested yet. */
const signInFailed = (cause: unknown): boolean =>
  (cause instanceof EsbdRefused || cause instanceof Unavailable) &&
  cause.operation === 'AuthenticateUser'
