import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import type { Policy } from '../cabinet/state.ts'
import { formData } from './claim-form.tsx'
import { newForm } from './form.ts'

const policy = {
  global_id: '12345678901A',
  policy_type: 'ogpo',
  start_date: '2026-01-01',
  end_date: '2026-12-31',
  premium: 30_000,
  insured_amount: 8_650_000,
  home: null,
} as Policy
const sent = (of: Policy) =>
  Object.fromEntries(formData({ ...newForm('k', of.global_id), status: 'injured' }, of))

test('a claim tells the sum insured of every policy, and the address of a home alone', () => {
  spec('7.2.cabinet-claim-senddocs', '7.2.senddocs-property_address-home-policies')
  expect(sent(policy)).toMatchObject({ insured_amount: '8650000', premium: '30000' })
  expect(sent(policy)).not.toHaveProperty('property_address')
  expect(sent({ ...policy, insured_amount: null })).not.toHaveProperty('insured_amount')
  const home = { address: 'Алматы, Абай 10' } as NonNullable<Policy['home']>
  expect(sent({ ...policy, policy_type: 'home', insured_amount: 5_000_000, home })).toMatchObject({
    insured_amount: '5000000',
    property_address: 'Алматы, Абай 10',
  })
})
