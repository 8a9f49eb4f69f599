import { expect, test } from 'vitest'
import { seedTables } from '#domain/ogpo/tables-file.ts'
import { estimate } from '#domain/ogpo/tariff.ts'
import { entryClass } from '../../content/entry-class.ts'
import { worked } from '../../content/usual-price.ts'
import { estimateBody, firstFacts } from './estimate-facts.ts'

test('the estimate begins with the very price the first page begins with', () => {
  const tables = seedTables().at(-1)
  const body = tables && estimateBody(firstFacts, tables.effectiveFrom)
  if (!body) throw new Error('no tables, or wrong facts')
  const { premium } = estimate({ ...body, insuredKind: 'NATURAL' }, tables, tables.effectiveFrom)
  expect(premium).toBe(worked.classes.find(({ id }) => id === entryClass)?.sum)
})
