import { sql } from 'kysely'
import { type Day, startOfDay } from '#domain/calendar.ts'
import { uncoveredSince } from '#domain/ogpo/tables.ts'
import {
  FORGOTTEN_MS,
  JUDGED_MS,
  type MissingRows,
  nobody,
  type OperationFacts,
  type OperationUse,
  type Refusals,
  type SaleStep,
  type SaleVerdict,
  type StepVerdict,
  saleSteps,
  saleVerdict,
  stepVerdict,
  unpriced,
  type Waiting,
  withRefusals,
} from '#domain/sale-steps.ts'
import { withStandIns } from '#domain/sms-gateways.ts'
import { QUARTER_MS, usualAllowance } from '#domain/system-health.ts'
import type { Operation as Acquirer } from '#systems/acquirer/protocol.ts'
import type { SetName } from '#systems/addresses/protocol.ts'
import type { operation as antivirusOperation } from '#systems/antivirus/protocol.ts'
import type { Operation as Bank } from '#systems/bank/protocol.ts'
import type { BMG_SERVICE } from '#systems/bmg/protocol.ts'
import type { Operation as Epay } from '#systems/epay/protocol.ts'
import type { Operation as Esbd } from '#systems/esbd/protocol.ts'
import type { Operation as Files } from '#systems/files/object-storage.ts'
import type { Operation as Fiscal } from '#systems/fiscal/protocol.ts'
import type { SOCIAL_SERVICE } from '#systems/gkb/protocol.ts'
import { type CallRecord, type SystemName, systemNames } from '#systems/http.ts'
import type { Operation as Idp } from '#systems/idp/protocol.ts'
import type { Operation as Kdp } from '#systems/kdp/protocol.ts'
import type { Operation as Licences } from '#systems/licences/protocol.ts'
import type { operation as mailOperation } from '#systems/mail/protocol.ts'
import type { Operation as Mobizon } from '#systems/mobizon/protocol.ts'
import type { Operation as Partner } from '#systems/partner/protocol.ts'
import type { Operation as Scoring } from '#systems/scoring/protocol.ts'
import type { SIGN } from '#systems/shep-sign.ts'
import type { Operation as Sms } from '#systems/sms/protocol.ts'
import type { Operation as Vehicles } from '#systems/vehicles/protocol.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { paid } from './database-counts.ts'

/** The operations of each outside system, as its protocol has them. */
type Operations = {
  esbd: Esbd
  gkb: 'getPerson' | typeof SOCIAL_SERVICE
  bmg: typeof BMG_SERVICE
  kdp: Kdp | typeof SIGN
  licences: Licences
  vehicles: Vehicles
  scoring: Scoring
  idp: Idp
  /** A list each, as the reference has them. */
  aml: never
  sms: Sms
  mobizon: Mobizon
  mail: typeof mailOperation
  bank: Bank
  acquirer: Acquirer
  epay: Epay
  fiscal: Fiscal
  addresses: SetName
  files: Files
  antivirus: typeof antivirusOperation
  partner: Partner
}
type Uses = readonly OperationUse[]

const must = (...steps: SaleStep[]): Uses => steps.map((step) => ({ step, need: 'must' }))
const may = (...steps: SaleStep[]): Uses => steps.map((step) => ({ step, need: 'may' }))
const beside = may('beside')

/**
 * Steps of a sale each operation serves: a new operation does not compile without its row. `else`:
 * names that settings or rows give (BMG_SERVICE, SOCIAL_SERVICE, lists).
 */
const uses: {
  readonly [System in SystemName]: Readonly<Record<Operations[System] | 'else', Uses>>
} = {
  esbd: {
    AuthenticateUser: must('find', 'price', 'register', 'home_register'),
    SessionExists: must('find', 'price', 'register', 'home_register'),
    GetServerDateTime: beside,
    GetItems: must('find', 'price', 'register'),
    GetClientsByKeyFields: must('find'),
    // A promoter's look at a foreign policy.
    GetClientByID: may('find'),
    SetClient: must('find'),
    GetClientDocumentsListByID: must('find'),
    SetClientDocuments: must('find'),
    GetClassId: must('price'),
    GetClassText: must('price'),
    SearchVehicles: must('find'),
    // For a car whose year the search omits.
    GetTFByNumber: may('find'),
    // The car's policies elsewhere: without them the client gets no warning of two at once, and
    // buys.
    Execute: may('find'),
    SetPolicyDraft: must('price'),
    CalculatePolicyPremium: must('price'),
    SetPolicy: must('register'),
    GetPoliciesByNumber: must('register'),
    GetPolicyByGlobalID: may('register', 'ending'),
    GetPolicyByID: must('ending'),
    GetPoliciesByPolicyDate: beside,
    SetPolicyRescindingReason: must('ending'),
    GetContractDsProperty_By_Number: must('home_register'),
    GetContractDsProperty_By_Id: must('ending'),
    SetContractDsProperty: must('home_register'),
    SetContractRescinding: must('ending'),
    GetMiddlemenByKeyFields: beside,
    else: beside,
  },
  gkb: {
    getPerson: must('find'),
    RDBService_STATUS: may('price'),
    else: may('price'),
  },
  bmg: { MCDB_SERVICE: must('find'), else: must('find') },
  kdp: {
    getPersonDataAccessControl: must('consent'),
    // Signs what goes to the state gateway.
    'wsse/sign': must('find'),
    else: must('consent'),
  },
  licences: { getZipDriverPortType: must('find'), else: must('find') },
  // For a car that the unified database does not find.
  vehicles: { getAuto: may('find'), else: may('find') },
  scoring: { score: must('price'), else: must('price') },
  idp: { token: must('eid'), basic: must('eid'), phone: may('eid'), else: may('eid') },
  aml: { else: beside },
  sms: {
    send: must('sign_in', 'message'),
    status: may('sign_in', 'message'),
    balance: beside,
    else: beside,
  },
  mobizon: {
    sendSmsMessage: must('sign_in', 'message'),
    list: may('sign_in', 'message'),
    getOwnBalance: beside,
    else: beside,
  },
  mail: { send: must('message'), else: may('message') },
  bank: {
    'remote/client-info': must('bill'),
    'remote/create': must('bill'),
    'payment/status': must('bill'),
    'remote/cancel': may('bill'),
    'payment/details': must('refund'),
    'payment/return': must('refund'),
    tradepoints: beside,
    else: beside,
  },
  acquirer: {
    'init_payment.php': must('card'),
    'get_status3.php': [...must('card', 'home_charge'), ...may('refund')],
    'do_capture.php': must('card'),
    'cancel.php': must('refund'),
    'revoke.php': must('refund'),
    add2: may('home_charge'),
    list: may('home_charge'),
    remove: beside,
    init: must('home_charge'),
    direct: must('home_charge'),
    else: beside,
  },
  epay: {
    'oauth2/token': must('epay', 'refund'),
    invoice: must('epay'),
    'invoice-links': may('epay'),
    'check-status': must('epay', 'refund'),
    'operation/charge': may('epay'),
    'operation/cancel': may('epay'),
    'operation/refund': must('refund'),
    else: beside,
  },
  fiscal: {
    Authorize: may('papers'),
    Check: may('papers'),
    ZReport: beside,
    ShiftHistory: beside,
    GetTicket: may('papers'),
    ClientInfo: beside,
    else: beside,
  },
  addresses: {
    s_ats: beside,
    s_geonims: beside,
    s_buildings: beside,
    s_pb: beside,
    else: beside,
  },
  files: { put: beside, read: beside, remove: beside, list: beside, else: beside },
  antivirus: { INSTREAM: beside, else: beside },
  partner: { report: beside, else: beside },
}

/** Returns the steps an operation of the journal serves. */
export function usesOf(system: string, operation: string): Uses {
  const ofSystem: Readonly<Record<string, Uses>> =
    uses[systemNames.find((name) => name === system) ?? 'partner']
  return (Object.hasOwn(ofSystem, operation) ? ofSystem[operation] : ofSystem.else) ?? beside
}

/** Every operation that has a name of its own. */
export const knownOperations: readonly { system: SystemName; operation: string }[] =
  systemNames.flatMap((system) =>
    Object.keys(uses[system]).flatMap((operation) =>
      operation === 'else' ? [] : [{ system, operation }],
    ),
  )

/** Maximum of consecutive failures counted; more add no information. */
const COUNTED_IN_ROW = 50
/** So many refusals of calls without an id count as one person's. */
const NAMELESS_OF_ONE = 5
/** A policy follows the payment within seconds: who has paid so lately does not wait yet. */
const ISSUED_WITHIN_MS = 10_000
/** All viewers within this time get the same answer: one read for all desks of a process. */
const FRESH_MS = 3_000

export type Selling = {
  verdict: SaleVerdict
  steps: StepVerdict[]
  operations: OperationFacts[]
  at: Date
}
type Needs = Pick<Deps, 'db' | 'clock' | 'reference'>

const last = new WeakMap<Needs['db'], { at: number; selling: Promise<Selling> }>()

/** Returns whether sales continue, at most `FRESH_MS` old. */
export function sellingNow(deps: Needs): Promise<Selling> {
  const known = last.get(deps.db)
  if (known && performance.now() - known.at < FRESH_MS) return known.selling
  const selling = readSelling(deps)
  last.set(deps.db, { at: performance.now(), selling })
  // After a failure the next request queries the database again.
  selling.catch(() => last.delete(deps.db))
  return selling
}

/**
 * Reads the same from the database, uncached. Its journal has the machine's time, orders the
 * product's.
 */
export async function readSelling({ db, clock, reference }: Needs): Promise<Selling> {
  const now = new Date()
  const [operations, paidNotIssued, unmade, missing, listsFresh, queueLate] = await Promise.all([
    operationFacts(db),
    waitingForPolicies(db, clock.now()),
    papersUnmade(db),
    missingRows(reference, clock.today()),
    listsAreFresh(db),
    isQueueLate(db, clock.today()),
  ])
  const waiting: Partial<Record<SaleStep, Waiting>> = {
    register: paidNotIssued.ogpo ?? nobody,
    home_register: paidNotIssued.home ?? nobody,
    papers: unmade,
  }
  const steps = saleSteps.map((step) => {
    const found = stepVerdict(step, operations, now, waiting[step])
    return step === 'price' && missing ? unpriced(found, missing.since) : found
  })
  const all = Object.values(paidNotIssued)
  const since = all.flatMap((one) => one.since ?? []).sort((a, b) => a.getTime() - b.getTime())
  const verdict = saleVerdict({
    steps,
    missing,
    listsFresh,
    queueLate,
    paidNotIssued: {
      count: all.reduce((sum, { count }) => sum + count, 0),
      since: since[0] ?? null,
    },
  })
  return { verdict, steps, operations, at: now }
}

type Row = {
  system: string
  operation: string
  calls: string
  failures: string
  slowest: number | null
  last_ok: Date | null
  last_failure: Date | null
  in_row: string
  failing_since: Date | null
  refused_things: number | null
  refused_calls: string
  refused_since: Date
  refused_last: Date
}

/**
 * Returns the results of each operation: the last five minutes, and how long it has failed since
 * its last success. Operations that only rows or settings name are found in the last days.
 */
async function operationFacts(db: Sql): Promise<OperationFacts[]> {
  const { rows } = await sql<Row>`
    with recent as (
      select system, operation, count(*) as calls, count(*) filter (where outcome = 'unavailable') as failures,
        percentile_disc(0.9) within group (order by duration_ms) filter (where outcome = 'ok') as slowest
      from outside_calls
      where outcome in ('ok', 'refused', 'unavailable') and started_at > now() - make_interval(secs => ${JUDGED_MS / 1_000})
      group by 1, 2
    ), refused as (
      -- Calls without an id may all be of one person: a few of them are one thing.
      select distinct on (system, operation) system, operation, calls as noes, since, last,
        things + nameless / ${NAMELESS_OF_ONE} as things
      from (
        select system, operation, count(distinct key)::int as things,
          count(*) filter (where key is null)::int as nameless,
          count(*) filter (where started_at > now() - make_interval(secs => ${JUDGED_MS / 1_000})) as calls,
          min(started_at) as since, max(started_at) as last
        from outside_calls as one
        where outcome = 'refused' and started_at > now() - make_interval(secs => ${FORGOTTEN_MS / 1_000})
          and started_at > coalesce((
            select max(started_at) from outside_calls as taken
            where taken.system = one.system and taken.operation = one.operation and taken.outcome = 'ok'
          ), '-infinity')
        group by system, operation, note
      ) as by_words
      order by system, operation, things + nameless / ${NAMELESS_OF_ONE} desc, last desc
    ), known as (
      select * from unnest(${knownOperations.map(({ system }) => system)}::text[],
        ${knownOperations.map(({ operation }) => operation)}::text[]) as named (system, operation)
      union select system, operation from operation_quarters where quarter > now() - interval '1 day'
      union select system, operation from recent
    )
    select system, operation, coalesce(calls, 0) as calls, coalesce(failures, 0) as failures, slowest,
      ok.started_at as last_ok, bad.started_at as last_failure, coalesce(run.in_row, 0) as in_row, run.failing_since,
      refused.things as refused_things, refused.noes as refused_calls, refused.since as refused_since, refused.last as refused_last
    from known
    left join recent using (system, operation)
    left join refused using (system, operation)
    left join lateral (
      select started_at from outside_calls as one
      where one.system = known.system and one.operation = known.operation and outcome = 'ok'
      order by started_at desc limit 1
    ) as ok on true
    left join lateral (
      select started_at from outside_calls as one
      where one.system = known.system and one.operation = known.operation and outcome = 'refused'
      order by started_at desc limit 1
    ) as no on true
    left join lateral (
      select started_at from outside_calls as one
      where one.system = known.system and one.operation = known.operation and outcome = 'unavailable'
      order by started_at desc limit 1
    ) as bad on true
    left join lateral (
      select count(*) as in_row, min(started_at) as failing_since from (
        select started_at from outside_calls as one
        where one.system = known.system and one.operation = known.operation and outcome = 'unavailable'
          and started_at > coalesce(greatest(ok.started_at, no.started_at), '-infinity')
        order by started_at limit ${COUNTED_IN_ROW}
      ) as failed
    ) as run on bad.started_at > coalesce(greatest(ok.started_at, no.started_at), '-infinity')`.execute(
    db,
  )
  const facts = rows.map((row) =>
    withRefusals(
      {
        system: row.system,
        operation: row.operation,
        uses: usesOf(row.system, row.operation),
        calls: Number(row.calls),
        failures: Number(row.failures),
        slowestMs: row.slowest,
        lastOk: row.last_ok,
        lastFailure: row.last_failure,
        failuresInRow: Number(row.in_row),
        failingSince: row.failing_since,
      },
      refusalsOf(row),
    ),
  )
  return withStandIns(facts)
}

const refusalsOf = (row: Row): Refusals | null =>
  row.refused_things === null
    ? null
    : {
        things: row.refused_things,
        calls: Number(row.refused_calls),
        since: row.refused_since,
        last: row.refused_last,
      }

/** Sales that are paid and have no policy, by product. */
async function waitingForPolicies(db: Sql, now: Date): Promise<Record<string, Waiting>> {
  const rows = await paid(db, new Date(now.getTime() - ISSUED_WITHIN_MS))
  return Object.fromEntries(
    rows.map(({ name, n, since }) => [name, { count: Number(n), since }] as const),
  )
}

/** Policies whose documents could not be made at the first try. */
async function papersUnmade(db: Sql): Promise<Waiting> {
  const { rows } = await sql<{ n: string; since: Date | null }>`
    select count(*) as n, min(created_on) as since from pgboss.job
    where name in ('documents', 'home-documents') and state = 'retry'`.execute(db)
  return { count: Number(rows[0]?.n ?? 0), since: rows[0]?.since ?? null }
}

/** Rows of the reference without which a calculation of today has no price; null: all are there. */
async function missingRows(reference: Deps['reference'], today: Day): Promise<MissingRows | null> {
  if (!(await reference.tables(today))) {
    const since = uncoveredSince(await reference.allTables(), today)
    return { kind: 'no_tariff', since: since === null ? null : startOfDay(since) }
  }
  const insurers = await reference.insurers(today)
  const agreed = await Promise.all(
    insurers.map(({ code }) => reference.commission(today, code, 'ogpo')),
  )
  return agreed.every((percent) => percent === null) ? { kind: 'no_insurer', since: null } : null
}

async function listsAreFresh(db: Sql): Promise<boolean> {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from aml_lists
    where effect <> 'flag' and not exists (
      select from aml_versions where list_code = code
        and confirmed_at > now() - make_interval(hours => max_age_hours))`.execute(db)
  return Number(rows[0]?.n ?? 0) === 0
}

/** Checks if the oldest work of a queue waits longer than its row of the reference allows. */
async function isQueueLate(db: Sql, today: string): Promise<boolean> {
  const { rows } = await sql<{ late: boolean }>`
    select exists (
      select from (
        select name, min(created_on) as oldest from pgboss.job
        where state < 'completed' and start_after <= now() group by name
      ) as due
      where oldest < now() - make_interval(mins => coalesce((
        select minutes from queue_allowances where job = name and effective_from <= ${today}
          and (effective_to is null or effective_to >= ${today}) limit 1), ${usualAllowance}))
    ) as late`.execute(db)
  return rows[0]?.late === true
}

/**
 * Adds calls to the quarters of an hour they began in, by operation, in one statement. Rows go in the order of
 * their key, so that two processes never wait for each other in a ring.
 */
export async function addToQuarters(tx: Tx, lines: readonly CallRecord[]): Promise<void> {
  const sums = new Map<string, QuarterRow>()
  for (const { system, operation, startedAt, outcome, durationMs } of lines) {
    // A refusal about one person says nothing about the system.
    if (outcome !== 'ok' && outcome !== 'unavailable') continue
    const quarter = new Date(Math.floor(startedAt.getTime() / QUARTER_MS) * QUARTER_MS)
    const key = `${system} ${operation} ${quarter.toISOString()}`
    const row = sums.get(key) ?? {
      system,
      operation,
      quarter,
      calls: 0,
      failures: 0,
      answered_ms: 0,
    }
    const isAnswered = outcome === 'ok'
    sums.set(key, {
      ...row,
      calls: row.calls + 1,
      failures: row.failures + (isAnswered ? 0 : 1),
      answered_ms: row.answered_ms + (isAnswered ? durationMs : 0),
    })
  }
  const rows = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  if (rows.length === 0) return
  await tx
    .insertInto('operation_quarters')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['system', 'operation', 'quarter']).doUpdateSet({
        calls: sql`operation_quarters.calls + excluded.calls`,
        failures: sql`operation_quarters.failures + excluded.failures`,
        answered_ms: sql`operation_quarters.answered_ms + excluded.answered_ms`,
      }),
    )
    .execute()
}

type QuarterRow = {
  system: string
  operation: string
  quarter: Date
  calls: number
  failures: number
  answered_ms: number
}
