import { sql } from 'kysely'
import { z } from 'zod'
import { knownNames } from '#contract/fields.ts'
import type { Screened } from '#domain/kyc/kyc.ts'
import { Unavailable } from '#systems/http.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { rescreenJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'

/** Policyholders per run of the job; with their drivers it takes well under a second. */
const BATCH = 200

const Person = z.object({ iin: z.string(), ...knownNames, birthDate: z.string() })
/** A home has no drivers. */
const People = z.object({ policyholder: Person, insured: z.array(Person).default([]) })

/**
 * Job: screens one batch of everybody with a policy in force, in the order of the policyholders'
 * IINs. Stores its progress together with the next job, so a dead process loses one batch at most.
 * Idempotent.
 */
export async function rescreen(deps: Deps, rescreenId: string): Promise<void> {
  const { db, clock } = deps
  const walk = await db
    .selectFrom('kyc_rescreens')
    .selectAll()
    .where('id', '=', rescreenId)
    .executeTakeFirst()
  if (walk?.state !== 'running') return
  deps.screening.renew()
  if (!(await deps.screening.fresh()))
    throw new Unavailable('aml', 'rescreen', 'AML check failed', false)

  const holders = await db
    .selectFrom('policies')
    .select('policyholder_iin')
    .distinct()
    .where('state', 'in', ['active', 'pending'])
    .where('policyholder_iin', '>', walk.after_iin)
    .orderBy('policyholder_iin')
    .limit(BATCH)
    .execute()
  const iins = holders.map((row) => row.policyholder_iin)
  const people = await insuredBy(deps, iins)
  let blocked = 0
  for (const person of people) {
    const { opened } = await deps.screening.examine(person, {
      origin: 'rescreen',
      actor: 'job:rescreen',
    })
    if (opened) blocked += 1
  }
  const last = iins.at(-1)
  const ended = iins.length < BATCH || last === undefined
  await step('kyc.rescreen.commit', () =>
    db.transaction().execute(async (tx) => {
      const at = clock.now()
      const moved = await tx
        .updateTable('kyc_rescreens')
        .set((expression) => ({
          checked: expression('checked', '+', people.length),
          blocked: expression('blocked', '+', blocked),
          moved_at: at,
          ...(last === undefined ? {} : { after_iin: last }),
          ...(ended ? { state: 'done', finished_at: at } : {}),
        }))
        .where('id', '=', rescreenId)
        .where('state', '=', 'running')
        // A batch that another process did too counts once.
        .where('after_iin', '=', walk.after_iin)
        .returning('id')
        .executeTakeFirst()
      if (moved && !ended) await deps.queue.enqueue(tx, rescreenJob, { rescreenId })
    }),
  )
}

/**
 * Returns policyholders and drivers of policies in force, each once, as the registers named them at
 * the sale.
 */
async function insuredBy({ db, log }: Deps, iins: readonly string[]): Promise<Screened[]> {
  if (iins.length === 0) return []
  const policies = await db
    .selectFrom('policies')
    .select(['id', 'facts'])
    .where('policyholder_iin', 'in', [...iins])
    .where('state', 'in', ['active', 'pending'])
    .execute()
  const people = new Map<string, Screened>()
  for (const { id, facts } of policies) {
    const read = People.safeParse(facts)
    if (!read.success)
      log.error({ policy: id }, 'the people of a policy cannot be read: not screened')
    else
      for (const person of [read.data.policyholder, ...read.data.insured])
        people.set(person.iin, person)
  }
  // Erased people have no name left to compare.
  return [...people.values()].filter(({ iin }) => iin !== '')
}

/**
 * Starts a screening of all clients in the transaction that makes it necessary: a new version of a
 * list, or a new effect of one. Replaces an open one and uses every list as it is now.
 */
export async function beginRescreen(tx: Tx, deps: Deps, listCode: string): Promise<void> {
  const at = deps.clock.now()
  await tx
    .updateTable('kyc_rescreens')
    .set({ state: 'replaced', finished_at: at })
    .where('state', '=', 'running')
    .execute()
  const { id } = await tx
    .insertInto('kyc_rescreens')
    .values({ list_code: listCode, started_at: at, moved_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('aml_lists')
    .set((expression) => ({ screened_effect: expression.ref('effect') }))
    .execute()
  await deps.queue.enqueue(tx, rescreenJob, { rescreenId: id })
}

/**
 * Sweep: starts a screening if a list's effect (block, decision or mark) differs from the last
 * screening, whoever changed its row. A list never imported waits for its first version.
 */
export async function changedEffects(deps: Deps): Promise<void> {
  const changed = sql<boolean>`screened_effect <> effect`
  const seen = await deps.db
    .selectFrom('aml_lists')
    .select('code')
    .where(changed)
    .limit(1)
    .executeTakeFirst()
  if (!seen) return
  await step('kyc.list.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      const list = await tx
        .selectFrom('aml_lists')
        .select('code')
        .where(changed)
        .orderBy('code')
        .limit(1)
        .forUpdate()
        .executeTakeFirst()
      if (list) await beginRescreen(tx, deps, list.code)
    }),
  )
}
