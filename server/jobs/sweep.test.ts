import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#tests/test-app.ts'
import { recoveries } from '../work.ts'
import { sweep } from './workers.ts'

test('a rule that throws is told of at the end, and the rules after it have done their work', async () => {
  const at = await testApp({ WORKER: 'off' })
  const left = () => at.db.selectFrom('rate_limits').select('key').execute()
  await at.db.insertInto('rate_limits').values({ key: 'of long ago', expire: '0' }).execute()
  // The rule of the partners' reports runs long before that of the limits.
  await sql`alter table partner_events rename to elsewhere`.execute(at.db)
  await expect(sweep(at.server.deps, recoveries)).rejects.toThrow(
    'relation "partner_events" does not exist',
  )
  expect(await left()).toEqual([])
  await sql`alter table elsewhere rename to partner_events`.execute(at.db)
  await sweep(at.server.deps, recoveries)
})
