import { expect, test } from 'vitest'
import { sumInsured } from './sum-insured.ts'
import { tablesOf } from './tables-file.ts'
import tariff2026 from './tariff-2026.json' with { type: 'json' }

test('the sum insured of OGPO is the law’s highest limit for one victim', () => {
  const tables = tablesOf(tariff2026, 2026)
  expect(tables && sumInsured(tables)).toBe(8_650_000)
  expect(tables && sumInsured({ ...tables, liabilityLimits: [] })).toBe(0)
})
