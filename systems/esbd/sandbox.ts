import {
  type SandboxAnswer,
  type SandboxAsk,
  type SandboxSystem,
  type World,
  xml,
} from '../sandbox-kit.ts'
import { isWire, type Wire } from './codec.ts'
import { isOperation, NAMESPACE, type Operation, operations } from './protocol.ts'
import {
  type Desk,
  Fault,
  living,
  NullReference,
  policyBook,
  type Session,
} from './sandbox-policies.ts'
import { records } from './sandbox-records.ts'
import {
  answer,
  fault,
  type Letter,
  open,
  readRequest,
  thrown,
  Unreadable,
} from './sandbox-soap.ts'
import { faultDue, mannersOf, work } from './sandbox-work.ts'
import { wsdl } from './wsdl.ts'

/** Serves one call as the database does: what fits, who is signed in, how it words a fault. */

async function serve(desk: Desk, ask: SandboxAsk): Promise<SandboxAnswer> {
  const letter = open(ask.body)
  if (typeof letter === 'string') return fault('1.1', letter)
  const { operation, version } = letter
  if (!isOperation(operation) || !actionFits(letter, ask.headers))
    return fault(
      version,
      `Server did not recognize the value of HTTP Header SOAPAction: ${ask.headers.soapaction ?? operation}.`,
    )
  const due = (when: 'before' | 'after') => faultDue(desk.world, operation, when)
  const manners = mannersOf(desk.world)
  try {
    const wait = manners.late[operation] ?? 0
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const early = due('before')
    if (early !== null) return fault(version, early)
    const result = await inSession(desk, operation, readRequest(operation, letter.input))
    const late = due('after')
    if (late !== null) return fault(version, late)
    return answer(
      letter,
      operations[operation].out,
      asThey(desk, operation, result),
      manners.nilItems,
    )
  } catch (cause) {
    if (cause instanceof Unreadable)
      return fault(
        version,
        `Server was unable to read request. ---> There is an error in XML document (1, 411). ---> ${cause.message}`,
      )
    if (cause instanceof NullReference)
      return fault(
        version,
        thrown(
          operation,
          'Object reference not set to an instance of an object.',
          'System.NullReferenceException',
        ),
      )
    if (cause instanceof Fault) return fault(version, thrown(operation, cause.message))
    throw cause
  }
}

/** The Fault text of each search without a result, if the manners say so. */
const missing: { [operation in Operation]?: string } = {
  GetClientsByKeyFields: 'Клиент не найден',
  GetClientByID: 'Клиент не найден',
  GetClientDocumentsListByID: 'Документы клиента не найдены',
  SearchVehicles: 'Транспортное средство не найдено',
  GetTFByNumber: 'Транспортное средство не найдено',
  GetPolicyByID: 'Полис не найден',
  GetPolicyByGlobalID: 'Полис не найден',
  GetPoliciesByNumber: 'Полис не найден',
  GetPoliciesByPolicyDate: 'Полис не найден',
  GetContractDsProperty_By_Id: 'Договор не найден',
  GetContractDsProperty_By_Number: 'Договор не найден',
}

/** The answer in one of the shapes that the contract allows. */
function asThey({ world }: Desk, operation: Operation, result: unknown): unknown {
  const { notFound, onlineBool } = mannersOf(world)
  const nothing = result === null || (Array.isArray(result) && result.length === 0)
  if (nothing && missing[operation] !== undefined && notFound !== 'empty') {
    if (notFound === 'fault') throw new Fault(missing[operation])
    return null
  }
  if (onlineBool) return result
  const without = (one: unknown) => (isWire(one) ? { ...one, online_bool: undefined } : one)
  return Array.isArray(result)
    ? result.map(without)
    : operations[operation].out === 'Policy'
      ? without(result)
      : result
}

/** Every business call needs a living session that is not serving another one. */
async function inSession(desk: Desk, operation: Operation, input: Wire): Promise<unknown> {
  if (operation === 'AuthenticateUser' || operation === 'SessionExists')
    return work[operation](input, desk)
  const session = living(desk, input.aSessionID ?? input.aSessionId)
  if (!session) throw new Fault('Сессия не найдена или истекла')
  if (session.busy) throw new Fault('Сессия занята другим запросом')
  session.busy = true
  try {
    // Long enough for a second request on the same session to meet the first.
    await new Promise((resolve) => setTimeout(resolve, 1))
    session.usedAt = desk.world.now().getTime()
    for (const given of [input.aPolicy, input.aCONTRACT_DS_PROPERTY])
      ownInsurer(session, operation, given)
    return work[operation](input, desk)
  } finally {
    session.busy = false
  }
}

/** A login sets and prices its own insurer's contracts only. */
function ownInsurer({ systemId }: Session, operation: Operation, contract: unknown): void {
  if (
    isWire(contract) &&
    operation.startsWith('Set') &&
    Number(contract.SYSTEM_DELIMITER_ID) !== systemId
  )
    throw new Fault('Пользователь не имеет прав на договоры другой страховой организации')
}

/**
 * SOAP 1.1 names the operation in a header, 1.2 may do so in the content type; neither may name
 * another one.
 */
function actionFits({ operation, version }: Letter, headers: Record<string, string>): boolean {
  const action =
    version === '1.1'
      ? headers.soapaction
      : /action="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1]
  return action === undefined
    ? version === '1.2'
    : action.replaceAll('"', '') === `${NAMESPACE}/${operation}`
}

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
