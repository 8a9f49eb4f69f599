import { type SandboxAsk, type SandboxSystem, type World, xml } from '../sandbox-kit.ts'
import type { Desk } from './sandbox-desk.ts'
import { fault } from './sandbox-envelope.ts'
import type { Letter } from './sandbox-letter.ts'
import { policyBook } from './sandbox-policies.ts'
import { records } from './sandbox-records.ts'
import { serve } from './sandbox-serve.ts'
import { wsdl } from './wsdl.ts'

export { esbdPolicies } from './sandbox-policies.ts'

const PATH = '/esbd/IICWebService.asmx'
/**
 * Their side: one .asmx with every operation, and its WSDL. Any user with a password may come in.
 */
export function esbdSandbox(world: World): SandboxSystem {
  const known = records(world)
  const desk: Desk = { world, records: known, book: policyBook(world, known), sessions: new Map() }
  return {
    system: 'esbd',
    routes: [
      {
        method: 'GET',
        path: PATH,
        operation: 'wsdl',
        handle: ({ query, headers }) =>
          'wsdl' in query || 'WSDL' in query
            ? xml(wsdl(`http://${headers.host ?? 'localhost'}${PATH}`))
            : { status: 404, body: 'wsdl' },
      },
      {
        method: 'POST',
        path: PATH,
        operation: (ask) => operationIn(ask.body),
        key: keysOf,
        iin: ({ body }) =>
          firstText(body, 'IIN') ??
          known.iinOf(Number(firstText(body, '(?:aClientId|aID|CLIENT_ID)'))),
        handle: (ask) => serve(desk, ask),
        error: ({ body }) => fault(versionOf(body), 'Внутренняя ошибка сервиса ЕСБД'),
      },
    ],
  }
}

const operationIn = (body: string): string =>
  /<(?:\w+:)?Body[^>]*>\s*<(?:\w+:)?(\w+)/.exec(body)?.[1] ?? 'unknown'
const versionOf = (body: string): Letter['version'] =>
  body.includes('http://www.w3.org/2003/05/soap-envelope') ? '1.2' : '1.1'
const firstText = (body: string, name: string): string | undefined =>
  new RegExp(`<(?:\\w+:)?${name}>([^<]+)<`).exec(body)?.[1]

function keysOf({ body }: SandboxAsk): Record<string, string> {
  const keys = {
    number: firstText(body, '(?:POLICY_NUMBER|aPolicyNumber|aContractNumber|CONTRACT_NUMBER)'),
    globalId: firstText(body, 'aGlobalID'),
    policyId: firstText(body, '(?:aPolicyId|aPolicyID)'),
    plate: firstText(body, 'aTF_NUMBER'),
  }
  return Object.fromEntries(
    Object.entries(keys).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
