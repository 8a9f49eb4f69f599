import { expect, test } from 'vitest'
import { applied } from '#domain/contract/applied.ts'
import { decide } from '#domain/contract/decide.ts'
import { runModel } from './model.ts'

const runs = Number(process.env.MODEL_RUNS ?? 20_000)
const seed = Number(process.env.MODEL_SEED ?? 17)

test(`${runs} lives of a contract: whatever people, systems and time do, its money and policies are right at rest`, {
  timeout: 120_000 + runs * 20,
}, () => {
  expect(runModel({ decide, applied }, { runs, seed })).toBeNull()
})
