import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListFormat } from '#domain/kyc/kyc.ts'
import { indexEntries, screen } from '#domain/kyc/kyc.ts'
import { createWorld } from '#sandbox/world.ts'
import { sourceOf } from '#server/kyc/import-lists.ts'
import { readConfig } from '#server/settings/config.ts'
import { aml, BadList, readList } from '#systems/aml/client.ts'
import { amlSandbox } from '#systems/aml/sandbox.ts'
import { sending, serving } from '#systems/exchange-kit.ts'
import type { Ask, Reply } from '#systems/http.ts'
import { bentJson, bentXml, mutationsOf } from './mutations.ts'

/**
 * The watch lists held against what their publishers really serve. Each difference of the review
 * has a test of its name.
 */
const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name))
const read = (format: ListFormat, file: Buffer | string) =>
  readList({ code: 'TERROR', format }, [Buffer.isBuffer(file) ? file : Buffer.from(file)]).entries

const world = createWorld({})
const { send } = sending('aml')
let server: Awaited<ReturnType<typeof serving>>
beforeAll(async () => {
  server = await serving(world, amlSandbox(world))
})
afterAll(() => server.close())

describe('differences', () => {
  test('the second section of organisations counts from 1 again: no number hides another', () => {
    const entries = read('afm', sample('afm-active.xml'))
    expect(entries.map(({ number }) => number)).toEqual(['1', '2', '3', 'org-1', 'org-2', 'cis-1'])
    const numbers = read('afm', sample('afm-category-2.xml')).map(({ number }) => number)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test('the key of one publisher never reaches another, the UN least of all', async () => {
    const asked: Ask[] = []
    const answer = (ask: Ask): Promise<Reply> => {
      asked.push(ask)
      const body = sample(ask.url.includes('un.') ? 'un-consolidated.xml' : 'afm-active.xml')
      return Promise.resolve({ status: 200, headers: {}, body, text: body.toString() })
    }
    const lists = aml({ apiKey: 'the-key', keyAddress: 'https://afm.example/v1' }, answer)
    await lists.fetch({ code: 'TERROR', format: 'afm', address: 'https://afm.example/list' })
    await lists.fetch({ code: 'UN', format: 'un', address: 'https://un.example/consolidated.xml' })
    await lists.fetch({ code: 'UN', format: 'un', address: 'https://afm.example/un.xml' })
    await lists.fetch({ code: 'PEP', format: 'afm', address: 'https://other.example/afm.example' })
    expect(
      asked.map(({ url, headers }) => [new URL(url).host, headers?.['x-api-key'] ?? null]),
    ).toEqual([
      ['afm.example', 'the-key'],
      ['un.example', null],
      ['afm.example', null],
      ['other.example', null],
    ])
  })

  test('a list may lie at a host of its own', () => {
    const config = readConfig({ AML_LISTS: 'UN=https://un.example/consolidated.xml' })
    expect(sourceOf(config, { code: 'UN', path: '/aml/un.xml', format: 'un' }).address).toBe(
      'https://un.example/consolidated.xml',
    )
    expect(sourceOf(config, { code: 'WMD', path: '/aml/wmd.xml', format: 'wmd' }).address).toBe(
      'http://127.0.0.1:4010/aml/wmd.xml',
    )
  })

  test('АФМ as JSON is the same list as its XML', async () => {
    const lists = aml({ apiKey: 'k', keyAddress: server.address }, send)
    const asXml = await lists.fetch({
      code: 'TERROR',
      format: 'afm',
      address: `${server.address}/aml/afm/TERROR/active.xml`,
    })
    const asJson = await lists.fetch({
      code: 'TERROR',
      format: 'afm',
      address: `${server.address}/aml/v1/sanctions/sanction-terrorist`,
    })
    expect(asJson.entries).toEqual(asXml.entries)
    expect(asJson.entries.length).toBeGreaterThan(10)
  })

  test('JSON: bare rows and rows under a name are read, a page of a longer list is refused', () => {
    const rows = [
      {
        num: 1,
        lname: 'САРЫБАЕВ',
        fname: 'ЕРМЕК',
        mname: null,
        birthdate: '04.03.1979',
        iin: '790304399807',
        note: null,
      },
      { num: 2, org_name: '«СТЕПНОЙ ДОЗОР»' },
    ]
    const expected = [
      {
        number: '1',
        kind: 'person',
        names: ['САРЫБАЕВ ЕРМЕК'],
        iin: '790304399807',
        birthDate: '1979-03-04',
      },
      { number: 'org-2', kind: 'organisation', names: ['«СТЕПНОЙ ДОЗОР»'] },
    ]
    for (const file of [
      rows,
      { results: rows, count: 2, next: null },
      { data: rows },
      { items: rows, total: 2 },
    ])
      expect(read('afm', JSON.stringify(file))).toMatchObject(expected)
    for (const file of [
      { results: rows, next: 'https://afm.example/?offset=2' },
      { data: rows, total: 900 },
    ])
      expect(() => read('afm', JSON.stringify(file))).toThrow('truncated')
    expect(() =>
      read('afm', JSON.stringify({ results: [...rows, { surname: 'other names' }] })),
    ).toThrow('row 2')
    expect(() => read('afm', JSON.stringify({ message: 'maintenance', status: 1 }))).toThrow(
      'message, status',
    )
    expect(() => read('afm', JSON.stringify(rows).slice(0, 60))).toThrow('truncated')
  })

  test('a person named among organisations is screened by IIN', () => {
    const entries = read('afm', sample('afm-category-2.xml'))
    expect(entries.map(({ kind, iin }) => [kind, iin])).toEqual([
      ['person', '841006399801'],
      ['organisation', null],
      ['organisation', '090540000003'],
    ])
    const person = {
      iin: '841006399801',
      surname: 'Есенқұлов',
      name: 'Данияр',
      patronymic: 'Сағатұлы',
      birthDate: '1984-10-06',
    }
    expect(screen(person, indexEntries(entries))).toMatchObject({
      decision: 'hit',
      matches: [{ by: 'iin' }],
    })
  })

  test('several names of an organisation in one field are several names', () => {
    expect(
      read('afm', sample('afm-active.xml')).find(({ number }) => number === 'org-2')?.names,
    ).toEqual(['«БІРІНШІ»', '«БИРИНШИ»'])
  })
})

describe('recorded shapes', () => {
  test('АФМ: dates of every form, nothing left out', () => {
    expect(read('afm', sample('afm-active.xml'))).toMatchObject([
      {
        iin: '790304399807',
        birthDate: '1979-03-04',
        note: 'Приговор суда № 0 от 01.02.2016 · включен от 12.05.2021',
      },
      { iin: null, birthDate: null, birthYear: 1985, names: ['ДОСАНОВ АЗАТ'] },
      { iin: null, birthDate: null, birthYear: 1968, note: 'он же "Лунь"' },
      { kind: 'organisation' },
      { kind: 'organisation' },
      { kind: 'organisation', names: ['«ДАЛЁКАЯ ЗАСТАВА»', 'FAR OUTPOST'] },
    ])
  })

  test('UN: a range of years, several dates, lettered aliases, empty elements', () => {
    const entries = read('un', sample('un-consolidated.xml'))
    expect(
      entries.map(({ number, birthDate, birthYear }) => [number, birthDate ?? birthYear]),
    ).toEqual([
      ['SXi.001', 1970],
      ['SXi.001', 1971],
      ['SXi.001', 1972],
      ['SXi.002', '1968-07-14'],
      ['SXi.002', 1969],
      ['SXe.001', null],
    ])
    expect(entries[0]).toMatchObject({
      names: ['BERIK OMAR TEST', 'берик омар', 'Beric Omar', 'Berik Umar'],
      weakNames: ['Batyr'],
    })
  })
})

describe('bad input', () => {
  const jsonText = JSON.stringify({
    persons: [
      { num: 1, lname: 'САРЫБАЕВ', fname: 'ЕРМЕК', birthdate: '04.03.1979', iin: '790304399807' },
    ],
    organisations: [{ num: 1, org_name: '«СТЕПНОЙ ДОЗОР»', org_name_en: 'STEPPE WATCH' }],
  })
  test.each<[string, ListFormat, string, (text: string, seed: number) => string]>([
    ['АФМ as XML', 'afm', sample('afm-active.xml').toString(), bentXml],
    ['participants as XML', 'afm', sample('afm-category-2.xml').toString(), bentXml],
    ['АФМ as JSON', 'afm', jsonText, bentJson],
    ['UN', 'un', sample('un-consolidated.xml').toString(), bentXml],
  ])(
    '%s: a bent file is read to entries of the known form or refused, never anything else',
    (_, format, text, bend) => {
      for (let seed = 0; seed < mutationsOf; seed++) {
        const bent = bend(text, seed)
        try {
          const entries = read(format, bent)
          const told = `seed ${seed}`
          expect(entries.length, told).toBeGreaterThan(0)
          for (const entry of entries) {
            expect(entry, told).toMatchObject({
              number: expect.any(String),
              kind: expect.stringMatching(/^(person|organisation)$/),
            })
            expect(entry.iin === null || /^\d{12}$/.test(entry.iin), told).toBe(true)
            expect(
              entry.names.every((name) => name !== '' && typeof name === 'string'),
              told,
            ).toBe(true)
          }
          indexEntries(entries)
        } catch (cause) {
          if (!(cause instanceof BadList))
            throw new Error(`seed ${seed}: ${bent.slice(0, 200)}`, { cause })
        }
      }
    },
  )
})
