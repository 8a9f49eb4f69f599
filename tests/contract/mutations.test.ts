import { afterAll, beforeAll, expect, test } from 'vitest'
import { runModel } from './model.ts'
import { copyDomain, removeCopies, rulesWith } from './mutated.ts'
import { mutations } from './mutations.ts'

const runs = 30_000
const seed = 17

beforeAll(copyDomain)
afterAll(removeCopies)

test('a copy of the rules as they are passes', { timeout: 120_000 }, async () => {
  expect(runModel(await rulesWith(null), { runs: 2_000, seed })).toBeNull()
})

test.for(mutations)('the model finds: $name', { timeout: 120_000 }, async (mutation) => {
  expect(runModel(await rulesWith(mutation), { runs, seed, quick: true })).not.toBeNull()
})
