import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { areTwoPeople } from '../accounts/second-person.ts'
import { heldAdministrators, makeFirstAdministrator } from './first-administrators.ts'

const at = sharedTestApp({ WORKER: 'off' })
const names = { surname: 'Сейітова', name: 'Мәдина', patronymic: 'Арманқызы' }
const people = [
  { ...names, iin: '880808399915', phone: '77010000701' },
  { ...names, iin: '880808399905', phone: '77010000702' },
  { ...names, iin: '850505499909', phone: '77010000703' },
] as const
const make = (who: (typeof people)[number]) =>
  makeFirstAdministrator(at().db, who, at().server.deps.clock.now())

test('on a new installation an operator makes two administrators, two people to each other, and no third', async () => {
  const password = await make(people[0])
  const { body } = await at().api('cabinetLogin', { iin: people[0].iin, password })
  expect(body).toMatchObject({
    success: true,
    user: { role: 'staff', password_change_required: true },
  })
  await expect(make(people[0])).rejects.toThrow('has an account already')
  // Of two parallel ones at most one becomes the second.
  const waiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(at().db)
    return rows.length
  }
  const asked = await at()
    .db.transaction()
    .execute(async (tx) => {
      await heldAdministrators(tx)
      const answers = Promise.allSettled([make(people[1]), make(people[2])])
      await until(waiting, (count) => count === 2)
      return { answers }
    })
  const both = await asked.answers
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const made = await at()
    .db.selectFrom('accounts')
    .select('id')
    .where('administrator', '=', true)
    .execute()
  expect(made).toHaveLength(2)
  expect(await areTwoPeople(at().db, `staff:${made[0]?.id}`, `staff:${made[1]?.id}`)).toBe(true)
})
