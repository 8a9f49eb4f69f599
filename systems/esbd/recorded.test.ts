import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sending } from '../exchange-kit.ts'
import { bare, isMandatory, itemOf } from './codec.ts'
import {
  type Fields,
  isStructure,
  NAMESPACE,
  type Operation,
  operations,
  structures,
} from './protocol.ts'
import { EsbdRefused } from './refused.ts'
import { replies } from './replies.ts'
import { exchange } from './wire.ts'

/**
 * Conversations as an ASP.NET service of the published contract has them: the answer of every
 * operation with every field, written in the ways that the contract allows, and Faults of both
 * versions. The people in them are invented.
 */
let said = { status: 200, type: 'text/xml; charset=utf-8', body: '' }
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () =>
    response.writeHead(said.status, { 'content-type': said.type }).end(said.body),
  )
})
let address = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/IICWebService.asmx`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
const ask = (operation: Operation) => {
  const { send } = sending('esbd')
  return exchange({ addresses: [address] }, send)(operation, {}, { seat: 0 })
}

const values: Record<string, string> = {
  int: '7',
  double: '28875.5',
  decimal: '28875.50',
  boolean: 'true',
  dateTime: '2026-11-20T10:15:30.123+05:00',
  string: 'Әлия &amp; Ко',
}
type Way = {
  prefix: string
  reversed?: boolean
  extra?: string
  bareStrings?: boolean
  nil?: boolean
}
const ways: [string, Way][] = [
  ['with the default namespace, as ASP.NET writes', { prefix: '' }],
  ['with a prefix', { prefix: 'ns1:' }],
  ['in another order', { prefix: '', reversed: true }],
  ['with fields of a newer contract', { prefix: '', extra: '<SINCE_2026>5</SINCE_2026>' }],
  ['without what may be left out', { prefix: '', bareStrings: true }],
  ['with nil items', { prefix: '', nil: true }],
]

function written(name: string, type: string, way: Way): string {
  const tag = `${way.prefix}${name}`
  const item = itemOf(type)
  if (item) {
    const nil = way.nil ? `<${way.prefix}${item} xsi:nil="true"/>` : ''
    return `<${tag}>${written(item, item, way)}${nil}</${tag}>`
  }
  if (!isStructure(type)) return `<${tag}>${values[bare(type)]}</${tag}>`
  const fields: Fields = structures[type]
  const given = Object.entries(fields).filter(
    ([, of]) => !way.bareStrings || isMandatory(of) || isStructure(of),
  )
  const inner = (way.reversed ? given.toReversed() : given).map(([field, of]) =>
    written(field, of, way),
  )
  return `<${tag}>${inner.join('')}${way.extra ?? ''}</${tag}>`
}

function envelope(operation: Operation, way: Way): string {
  const name = `${operation}Response`
  const space = way.prefix ? `xmlns:${way.prefix.replace(':', '')}` : 'xmlns'
  return (
    '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" ' +
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>' +
    `<${way.prefix}${name} ${space}="${NAMESPACE}">${written(`${operation}Result`, operations[operation].out, way)}</${way.prefix}${name}>` +
    '</soap:Body></soap:Envelope>'
  )
}

/** The same as a value. */
function meant(type: string, way: Way): unknown {
  const item = itemOf(type)
  if (item) return [meant(item, way)]
  if (isStructure(type)) {
    const fields: Fields = structures[type]
    return Object.fromEntries(
      Object.entries(fields).map(([name, of]) => {
        const left = way.bareStrings && !isMandatory(of) && !isStructure(of)
        return [
          name,
          left ? (itemOf(of) ? [] : of.endsWith('?') ? undefined : null) : meant(of, way),
        ]
      }),
    )
  }
  if (type === 'dateTime') return expect.anything()
  if (type === 'boolean') return true
  return type === 'string' ? 'Әлия & Ко' : Number(values[bare(type)])
}

/** Who reads what. */
const readers: { [operation in Operation]?: z.ZodType } = {
  AuthenticateUser: replies.User,
  GetItems: z.array(replies.Item),
  GetClientsByKeyFields: z.array(replies.Client),
  SetClient: replies.Client,
  GetClientDocumentsListByID: z.array(replies.ClientDocument),
  SearchVehicles: z.array(replies.Vehicle),
  GetTFByNumber: z.array(replies.TF),
  SetPolicy: replies.Policy,
  GetPolicyByGlobalID: replies.Policy,
  GetPoliciesByNumber: z.array(replies.Policy),
  GetPoliciesByPolicyDate: z.array(replies.Policy),
  SetContractDsProperty: replies.Property,
  GetContractDsProperty_By_Number: z.array(replies.Property),
  Execute: replies.Executed,
}

describe.each(ways)('answers %s', (_name, way) => {
  test.each(Object.keys(operations) as Operation[])('%s', async (operation) => {
    said = { status: 200, type: 'text/xml; charset=utf-8', body: envelope(operation, way) }
    const answer = await ask(operation)
    expect({ answer }).toMatchObject({ answer: meant(operations[operation].out, way) })
    expect(readers[operation]?.safeParse(answer).error).toBeUndefined()
  })
})

describe('Faults', () => {
  const text = 'Server was unable to process request. ---&gt; Полис с таким номером уже существует'
  test.each([
    [
      'of SOAP 1.1',
      'http://schemas.xmlsoap.org/soap/envelope/',
      `<soap:Fault><faultcode>soap:Server</faultcode><faultstring>${text}</faultstring><detail /></soap:Fault>`,
    ],
    [
      'of SOAP 1.2',
      'http://www.w3.org/2003/05/soap-envelope',
      `<soap:Fault><soap:Code><soap:Value>soap:Receiver</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">${text}</soap:Text></soap:Reason><soap:Detail /></soap:Fault>`,
    ],
  ])('%s carry their text', async (_version, space, inner) => {
    said = {
      status: 500,
      type: 'text/xml; charset=utf-8',
      body: `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${space}"><soap:Body>${inner}</soap:Body></soap:Envelope>`,
    }
    const failure = await ask('SetPolicy').catch((cause: unknown) => cause)
    expect(failure).toBeInstanceOf(EsbdRefused)
    expect(failure).toMatchObject({
      faultText: expect.stringContaining('Полис с таким номером уже существует'),
    })
  })
})
