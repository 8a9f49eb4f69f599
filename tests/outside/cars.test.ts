import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { giveToken } from '#systems/consent-sandbox.ts'
import { sending, serving } from '#systems/exchange-kit.ts'
import { Unavailable } from '#systems/http.ts'
import { type DriverLicence, licences } from '#systems/licences/client.ts'
import { licencesSandbox } from '#systems/licences/sandbox.ts'
import { type OwnedVehicle, vehicles } from '#systems/vehicles/client.ts'
import { vehiclesSandbox } from '#systems/vehicles/sandbox.ts'

/**
 * What a register could answer instead of what it means, over the network: never a crash, never "no
 * licence" or "no vehicle" of somebody who has one, never a day, a number or an owner that is not
 * in the answer. What is unclear is `Unavailable`.
 */

/**
 * How many mutations of each operation: 20 in `npm test`, OUTSIDE_MUTATIONS=400 in the long form.
 */
const MUTATIONS = Number(process.env.OUTSIDE_MUTATIONS ?? 20)
const person = '850315399904'
/** Longer than the tests' clients wait. */
const LATE_MS = 1_800

type Answer = { status: number; body: Buffer; line?: 'cut' | 'reset' | 'late' }
type Spoil = { name: string; of: (text: string) => Answer }
const said = (text: string): Answer => ({ status: 200, body: Buffer.from(text) })

/** What becomes of one element. */
const shapes: Record<string, (name: string, text: string) => string> = {
  'left out': () => '',
  empty: (name) => `<${name}></${name}>`,
  closed: (name) => `<${name}/>`,
  nil: (name) => `<${name} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>`,
  'in spaces': (name, text) => `<${name}>\n  ${text} </${name}>`,
  'in CDATA': (name, text) => `<${name}><![CDATA[${text}]]></${name}>`,
  'with a prefix': (name, text) => `<n:${name} xmlns:n="urn:x">${text}</n:${name}>`,
  'with a type': (name, text) => `<${name} xsi:type="xs:string">${text}</${name}>`,
  twice: (name, text) => `<${name}>${text}</${name}>`.repeat(2),
  'twice and different': (name, text) => `<${name}>${text}</${name}><${name}>другое</${name}>`,
  'a word': (name) => `<${name}>null</${name}>`,
  'a number': (name) => `<${name}>-1</${name}>`,
  'very long': (name) => `<${name}>${'9'.repeat(5_000)}</${name}>`,
  nested: (name, text) => `<${name}><value>${text}</value></${name}>`,
  'another day': (name) => `<${name}>0001-01-01T00:00:00</${name}>`,
}

/** What becomes of the whole. */
const wholes: Record<string, (text: string) => Answer> = {
  fault: () =>
    said(
      '<soap:Envelope xmlns:soap="s"><soap:Body><soap:Fault><faultstring>x</faultstring></soap:Fault></soap:Body></soap:Envelope>',
    ),
  'fault as HTTP 500': () => ({
    ...said('<S:Envelope xmlns:S="s"><S:Body><S:Fault/></S:Body></S:Envelope>'),
    status: 500,
  }),
  html: () => said('<html><body>502 Bad Gateway</body></html>'),
  json: () => said('{"status":"SCSS001"}'),
  nothing: () => said(''),
  'HTTP 401': () => ({ ...said(''), status: 401 }),
  'HTTP 404': () => ({ ...said('not found'), status: 404 }),
  'HTTP 503': () => ({ ...said('busy'), status: 503 }),
  'UTF-16': (text) => ({ status: 200, body: Buffer.from(text, 'utf16le') }),
  'a byte order mark': (text) => said(`\uFEFF${text}`),
  'other prefixes': (text) =>
    said(text.replaceAll('soap:', 'S:').replaceAll('xmlns:soap', 'xmlns:S').replaceAll('ns2', 'q')),
  'with a comment': (text) => said(text.replace('<return>', '<return><!-- a comment -->')),
  cut: (text) => said(text.slice(0, Math.floor(text.length * 0.7))),
  'cut on the line': (text) => ({ ...said(text), line: 'cut' }),
  'line lost': (text) => ({ ...said(text), line: 'reset' }),
  late: (text) => ({ ...said(text), line: 'late' }),
  'two documents': (text) => said(text + text.slice(text.indexOf('?>') + 2)),
  'an empty return': (text) => said(text.replace(/<return>.*<\/return>/s, '<return/>')),
  'data and nothing in it': (text) =>
    said(text.replace(/(<\/messageResult>).*(<\/data>)/s, '$1$2')),
}

/**
 * The n-th spoiling: whole answers and elements in turn, every shape of every element sooner or
 * later.
 */
function spoiling(n: number): Spoil {
  const ofWhole = Object.entries(wholes)
  const ofShape = Object.entries(shapes)
  if (n % 3 === 0) {
    const [name, of] = ofWhole[(n / 3) % ofWhole.length] ?? ['', said]
    return { name, of }
  }
  const [name, shape] = ofShape[n % ofShape.length] ?? ['', () => '']
  return {
    name,
    of: (text) => {
      const leaves = [...text.matchAll(/<(\w+)>([^<]*)<\/\1>/g)]
      const leaf = leaves[Math.floor(n / ofShape.length + n * 7) % leaves.length]
      if (!leaf) return said(text)
      const [whole, element = '', inner = ''] = leaf
      return said(
        text.slice(0, leaf.index) + shape(element, inner) + text.slice(leaf.index + whole.length),
      )
    },
  }
}

function answers(response: ServerResponse, { status, body, line }: Answer): void {
  response.writeHead(status, {
    'content-type': 'text/xml; charset=utf-8',
    'content-length': body.length,
  })
  if (line === undefined) response.end(body)
  else if (line === 'late') setTimeout(() => response.end(body), LATE_MS)
  else if (line === 'reset') response.destroy()
  else response.write(body.subarray(0, body.length / 2), () => response.destroy())
}

/** A bad line before an address: what comes back over it, and the last answer as it left. */
async function badLine(target: () => string) {
  const line = { address: '', spoil: null as Spoil | null, left: '' }
  const server = createServer((asked, response) => {
    const chunks: Buffer[] = []
    asked.on('data', (chunk: Buffer) => chunks.push(chunk))
    asked.on('end', () => {
      const { authorization = '', 'content-type': type = '' } = asked.headers
      void fetch(`${target()}${asked.url}`, {
        method: 'POST',
        headers: { authorization, 'content-type': type },
        body: Buffer.concat(chunks),
      })
        .then((true_) => true_.text())
        .then((text) => {
          const answer = line.spoil ? line.spoil.of(text) : said(text)
          line.left = answer.body.toString('utf8')
          answers(response, answer)
        })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  line.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { line, close }
}

const world = createWorld({})
const consent = giveToken(world, { iin: person, access: [], ms: 86_400_000 })
const config = { login: 'qorgan', password: 'secret', userId: 'U1' }
let own: { close: () => unknown }[] = []
let line: Awaited<ReturnType<typeof badLine>>['line']
let register: () => Promise<DriverLicence | null>
let owned: () => Promise<OwnedVehicle[]>

beforeAll(async () => {
  const { send } = sending('licences', { timeoutMs: 1_500 })
  const { send: sendOf } = sending('vehicles', { timeoutMs: 1_500 })
  const [one, two] = await Promise.all([
    serving(world, licencesSandbox(world)),
    serving(world, vehiclesSandbox(world)),
  ])
  let target = one.address
  const bad = await badLine(() => target)
  line = bad.line
  own = [one, two, bad]
  const at = (service: string) => `${line.address}/gkb/gbdServices/${service}`
  register = () => {
    target = one.address
    return licences({ ...config, address: at('ZipDriverPortTypeImplService') }, send).find(
      person,
      consent,
    )
  }
  owned = () => {
    target = two.address
    const port = vehicles(
      { ...config, address: at('AutoDetailsVinImplService'), asks: 'owner' },
      sendOf,
    )
    return port.asks === 'owner' ? port.ownedBy({ iin: person, consent }) : Promise.resolve([])
  }
  // Their first answers are slow.
  await Promise.allSettled([register(), owned()])
})
afterAll(async () => {
  for (const each of own) await each.close()
})

/** The answer, or that it is unclear; anything else thrown is a crash. */
async function read<T>(ask: () => Promise<T>): Promise<{ value: T } | 'unclear'> {
  try {
    return { value: await ask() }
  } catch (cause) {
    expect(cause).toBeInstanceOf(Unavailable)
    expect((cause as Unavailable).message).not.toContain(person)
    return 'unclear'
  }
}

describe.each(Array.from({ length: MUTATIONS }, (_, n) => n))('spoiling %i', (n) => {
  test('of a licence', async () => {
    line.spoil = null
    const truth = await register()
    if (!truth) throw new Error('the person has a licence')
    line.spoil = spoiling(n)
    const got = await read(register)
    if (got === 'unclear') return
    const what = `${line.spoil.name}: ${line.left.slice(0, 2_000)}`
    expect(got.value, what).not.toBeNull()
    const { number = '', issueDate = '', validTo = '', categories = [] } = got.value ?? {}
    expect([truth.number, truth.number.slice(2)], what).toContain(number)
    expect(issueDate, what).toBe(truth.issueDate)
    expect(
      validTo === truth.validTo || validTo === null || line.left.includes(`>${validTo}`),
      what,
    ).toBe(true)
    expect(truth.categories, what).toEqual(expect.arrayContaining(categories))
  })

  test('of an owner’s vehicles', async () => {
    line.spoil = null
    const truth = await owned()
    expect(truth.length).toBeGreaterThan(0)
    line.spoil = spoiling(n)
    const got = await read(owned)
    if (got === 'unclear') return
    const what = `${line.spoil.name}: ${line.left.slice(0, 2_000)}`
    expect(got.value, what).toHaveLength(truth.length)
    // At most the one that was spoilt is another; a vehicle that stands in the register is never
    // told to be off it.
    const others = got.value.filter((one, at) => JSON.stringify(one) !== JSON.stringify(truth[at]))
    expect(others.length, what).toBeLessThanOrEqual(1)
    expect(
      got.value.every(
        ({ registered, plate }, at) =>
          plate !== '' && (registered || truth[at]?.registered === false),
      ),
      what,
    ).toBe(true)
  })
})
