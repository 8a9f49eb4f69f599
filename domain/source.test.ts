import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { ogpoSourceOf } from './source.ts'

test.each([
  ['the ordinary path', null, false, 'con_aonit_ogpo'],
  ['the other offer after bad scoring', null, true, 'qorgan_ogpo_bad_scoring'],
  ['a partner', 'freedom_superapp_ogpo', false, 'freedom_superapp_ogpo'],
  ['a partner, with the other offer', 'freedom_superapp_ogpo', true, 'freedom_superapp_ogpo'],
])('%s has its source', (_what, partnerSource, badScoring, source) => {
  spec('3.2.source-con_aonit_ogpo')

  expect(ogpoSourceOf({ partnerSource, badScoring })).toBe(source)
})
