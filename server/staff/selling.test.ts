import { expect, test } from 'vitest'
import { knownOperations, usesOf } from '#server/telemetry/operation-uses.ts'
import { readSelling } from '#server/telemetry/selling.ts'
import { staffDesk } from '#tests/staff-desk.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })
const { people } = staffDesk(at)

const call = (system: string, operation: string, outcome: string, secondsAgo: number) => ({
  system,
  operation,
  outcome,
  started_at: new Date(Date.now() - secondsAgo * 1_000),
  duration_ms: 40,
  attempts: 1,
})
const clear = () => at().db.deleteFrom('outside_calls').execute()
const verdict = async () => (await readSelling(at().server.deps)).verdict

test('two failures of any operation are told, however well the rest of its system answers', async () => {
  for (const { system, operation } of knownOperations) {
    await clear()
    const others = knownOperations.filter(
      (one) => one.system === system && one.operation !== operation,
    )
    await at()
      .db.insertInto('outside_calls')
      .values([
        call(system, operation, 'unavailable', 100),
        call(system, operation, 'unavailable', 20),
        ...others.flatMap((one) =>
          Array.from({ length: 20 }, (_, n) => call(system, one.operation, 'ok', n)),
        ),
      ])
      .execute()
    const { tone, systems, step } = await verdict()
    const named = usesOf(system, operation).map((use) => use.step)
    expect([tone === 'good', systems, named.some((one) => one === step)], operation).toEqual([
      false,
      [system],
      true,
    ])
  }
})

test('what the other side refused of one person is no failure of it', async () => {
  await clear()
  await at()
    .db.insertInto('outside_calls')
    .values([call('mail', 'send', 'refused', 30), call('mail', 'send', 'refused', 20)])
    .execute()
  expect(await verdict()).toMatchObject({ systems: [] })
})

test('every desk hears that policies are not issued, since when and who waits', async () => {
  await clear()
  const { staff } = await people()
  await at()
    .db.insertInto('outside_calls')
    .values([
      call('esbd', 'SetPolicy', 'unavailable', 100),
      call('esbd', 'SetPolicy', 'unavailable', 20),
      ...Array.from({ length: 154 }, () => call('esbd', 'GetPoliciesByNumber', 'ok', 10)),
    ])
    .execute()
  await expect
    .poll(async () => (await at().api('staffSelling', {}, staff)).body, { timeout: 15_000 })
    .toMatchObject({
      success: true,
      data: { verdict: { kind: 'step', step: 'register', tone: 'bad', systems: ['esbd'] } },
    })
  const ready = await fetch(`${at().url}/health/ready`)
  expect([ready.status, await ready.json()]).toMatchObject([503, { stopped: 'register' }])
  expect(await (await fetch(`${at().url}/metrics`)).text()).toContain(
    'qorgan_sale_step{step="register"} 2',
  )
})
