import { describe, expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { textVersions } from '#texts/legal-versions.ts'
import {
  activities,
  Documents,
  documents,
  Founders,
  founders,
  insurers,
  Managers,
  managers,
  Reports,
  reports,
} from './content.ts'
import { entriesOf, entryOf } from './entries.ts'

const all = { activities, documents, founders, insurers, managers, reports }

describe('the content files', () => {
  test.each(Object.entries(all))('%s.json is not empty', (_name, items) =>
    expect(items.length).toBeGreaterThan(0),
  )

  test('the figures of every report add up: assets equal capital and liabilities', () => {
    spec('2.2.annual-reporting')

    for (const report of reports) {
      const [assets, sources] = report.tables[0]?.rows.filter((row) => row.total) ?? []
      expect([assets?.now, assets?.before], report.code).toEqual([sources?.now, sources?.before])
      const parts = report.tables[0]?.rows.filter((row) => !row.total).slice(0, 3) ?? []
      expect(parts.reduce((sum, row) => sum + row.now, 0)).toBe(assets?.now)
      const profit = report.tables[1]?.rows ?? []
      expect(profit.filter((row) => !row.total).reduce((sum, row) => sum + row.now, 0)).toBe(
        profit.find((row) => row.total)?.now,
      )
    }
  })

  test('the reporting of a year continues that of the year before', () => {
    const [last, before] = [...reports].sort((a, b) => b.year - a.year)
    for (const [index, table] of (last?.tables ?? []).entries())
      for (const [row, { before: was }] of table.rows.entries())
        expect(before?.tables[index]?.rows[row]?.now).toBe(was)
  })
})

test('the list of documents names the day of the version that a client accepts', () => {
  const accepted = documents.flatMap(({ code, text, date }) => (text ? [[code, text, date]] : []))
  expect(accepted.length).toBeGreaterThan(0)
  expect(accepted).toEqual(
    documents.flatMap(({ code, text }) => (text ? [[code, text, textVersions[text]]] : [])),
  )
})

describe('a mistake in a file is found', () => {
  const [founder] = founders
  test.each([
    ['shares that do not add up', Founders, founders.map((one) => ({ ...one, share: 10 }))],
    ['a code used twice', Managers, managers.map((one) => ({ ...one, code: 'same' }))],
    [
      'a forgotten language',
      Documents,
      documents.map((one) => ({ ...one, title: { kz: one.title.kz } })),
    ],
    [
      'a Latin letter inside a Kazakh word',
      Founders,
      [{ ...founder, share: 100, name: { kz: 'Серiкбаев', ru: 'Серікбаев' } }],
    ],
    [
      'a date written the other way round',
      Reports,
      reports.map((one) => ({ ...one, published: '24.04.2026' })),
    ],
    ['a field nobody reads', Managers, managers.map((one) => ({ ...one, phone: '1414' }))],
  ])('%s', (_what, schema, file) => expect(schema.safeParse(file).success).toBe(false))
})

describe('detail pages', () => {
  test('there is one for each entry, by code and id', () => {
    spec('2.2.annual-reporting-code', '2.2.documents-code', '2.2.types-activity-code')

    expect(entriesOf('managers-code')).toContainEqual({ id: '3', code: 'kim-olga' })
    expect(entriesOf('index')).toEqual([undefined])
  })

  test('id and code must be of the same entry', () => {
    expect(entryOf(managers, { id: '3', code: 'kim-olga' }).id).toBe(3)
    expect(() => entryOf(managers, { id: '1', code: 'kim-olga' })).toThrow()
  })
})
