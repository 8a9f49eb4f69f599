import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { serving } from '../exchange-kit.ts'
import { bare, isWire, itemOf, listOf, type Wire } from './codec.ts'
import { type Fields, isStructure, NAMESPACE, operations, structures } from './protocol.ts'
import { esbdSandbox } from './sandbox.ts'

/**
 * The operator's own file is no part of the product; if it is at hand, the test compares the table
 * with it.
 */
const published = join(import.meta.dirname, '../../../shared/esbd/IICWebService.wsdl')

type Row = readonly [name: string, type: string, minOccurs: string]
type Tables = { operations: string[]; elements: Map<string, Row[]>; types: Map<string, Row[]> }

/** Any WSDL as tables of name, type and minOccurs, in order, the fields of a base first. */
function tablesOf(text: string): Tables {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
  })
  const root = inside(parser.parse(text), 'definitions')
  const schema = inside(inside(root, 'types'), 'schema')
  expect(schema['@targetNamespace']).toBe(NAMESPACE)
  const named = new Map(of(schema.complexType).map((one) => [String(one['@name']), one]))
  const rows = (type: Wire): Row[] => {
    const extension = isWire(type.complexContent) ? inside(type.complexContent, 'extension') : null
    const base = extension ? rows(named.get(local(extension['@base'])) ?? {}) : []
    const sequence = (extension ?? type).sequence
    const own = isWire(sequence) ? of(sequence.element) : []
    return [
      ...base,
      ...own.map(
        (one) =>
          [String(one['@name']), local(one['@type']), String(one['@minOccurs'] ?? '1')] as const,
      ),
    ]
  }
  const portType = of(root.portType).find((one) => /Soap$/.test(String(one['@name']))) ?? {}
  return {
    operations: of(portType.operation).map((one) => String(one['@name'])),
    elements: new Map(
      of(schema.element).map((one) => [String(one['@name']), rows(inside(one, 'complexType'))]),
    ),
    types: new Map([...named].map(([name, type]) => [name, rows(type)])),
  }
}
const of = (value: unknown): Wire[] => listOf(value).filter(isWire)
const inside = (value: unknown, name: string): Wire =>
  of(isWire(value) ? value[name] : undefined)[0] ?? {}
const local = (name: unknown): string => String(name).split(':').at(-1) ?? ''

/** The same of our table. */
const rowsOf = (fields: Fields): Row[] =>
  Object.entries(fields).map(([name, type]) => {
    const optional =
      type.endsWith('?') || type === 'string' || isStructure(type) || itemOf(type) !== null
    return [name, itemOf(type) ? `ArrayOf${itemOf(type)}` : bare(type), optional ? '0' : '1']
  })

function expectTheSame(wsdl: Tables) {
  for (const [name, { in: input, out }] of Object.entries(operations)) {
    expect(wsdl.operations).toContain(name)
    expect([name, wsdl.elements.get(name)]).toEqual([name, rowsOf(input)])
    expect([name, wsdl.elements.get(`${name}Response`)]).toEqual([
      name,
      rowsOf({ [`${name}Result`]: out }),
    ])
  }
  for (const [name, fields] of Object.entries(structures))
    expect([name, wsdl.types.get(name)]).toEqual([name, rowsOf(fields)])
}

describe('the contract', () => {
  test('of the table is what the sandbox serves under ?wsdl', async () => {
    const server = await serving(createWorld(), esbdSandbox(createWorld()))
    try {
      expectTheSame(
        tablesOf(await (await fetch(`${server.address}/esbd/IICWebService.asmx?wsdl`)).text()),
      )
    } finally {
      await server.close()
    }
  })

  if (existsSync(published))
    test('of the table is the operator’s, field by field', () => {
      const wsdl = tablesOf(readFileSync(published, 'utf8'))
      expect(wsdl.operations).toHaveLength(222)
      expectTheSame(wsdl)
    })
})
