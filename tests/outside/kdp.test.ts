import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving } from '#systems/exchange-kit.ts'
import { Unavailable } from '#systems/http.ts'
import { kdp } from '#systems/kdp/client.ts'
import { KDP_PATH, kdpRequest, readKdpReply } from '#systems/kdp/protocol.ts'
import { kdpSandbox } from '#systems/kdp/sandbox.ts'
import { breaking, mutated, mutations } from './replies.ts'

const world = createWorld({})
const { send } = sending('kdp')
let server: Awaited<ReturnType<typeof serving>>
beforeAll(async () => {
  server = await serving(world, kdpSandbox(world))
})
afterAll(() => server.close())

const iin = '850315399904'
const phone = world.people.get(iin)?.phone ?? ''
const client = (through = send) =>
  kdp(
    {
      address: `${server.address}${KDP_PATH}`,
      login: 'qorgan',
      password: 'secret',
      userId: 'U1',
      company: { name: 'Qorgan', bin: '123456789012', responsible: 'Demo', employee: 'Demo' },
    },
    through,
  )
let count = 0
const question = () => ({
  iin,
  purpose: 'полис',
  key: `process-${++count}`,
  sms: true,
  holdsMs: 3_600_000,
})

/**
 * Replies as published (public .NET set and Python adapter; the wiki's envelope), of an invented
 * person.
 */
const recorded = {
  own: `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><SOAP-ENV:Header xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"/><soap:Body><ns3:sendMessageResponse xmlns:ns3="http://service.2fa-chain.kz/ns/kdp"><ns3:response><ns3:responseInfo><ns3:messageId>4579ed7a-8a17-4c6c-9cf6-c637f15b8b7f</ns3:messageId><ns3:responseDate>2023-05-17T00:05:37.002+06:00</ns3:responseDate><ns3:status/><ns3:sessionId>6c1cbb0f-9e8c-44ac-b1a1-5d23e9b6fb6a</ns3:sessionId></ns3:responseInfo><ns3:responseData><ns3:data><ns3:status>VALID</ns3:status><ns3:code>ZXlK
aGJHY2lP
</ns3:code><ns3:public-key>TUlJQklq
QU5CZ2tx</ns3:public-key></ns3:data></ns3:responseData></ns3:response></ns3:sendMessageResponse></soap:Body></soap:Envelope>`,
  pending: `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><ns2:getPersonDataAccessControlResponse xmlns:ns2="http://data.gbd.chdb.scb.kz/"><return><sendMessageResponse xmlns="http://service.2fa-chain.kz/ns/kdp"><response><responseInfo><messageId>1</messageId><responseDate>2024-01-11T10:00:00+06:00</responseDate><status><code>SCSS001</code><message>ok</message></status></responseInfo><responseData><data><status>pending</status><code/><public-key/></data></responseData></response></sendMessageResponse></return></ns2:getPersonDataAccessControlResponse></soap:Body></soap:Envelope>`,
}

const inOneLine = 'ZXlKaGJHY2lP'
test('published replies are read: token and key in one line, an empty status, both roots, letters of any case', async () => {
  expect(readKdpReply(recorded.own)).toEqual({
    code: null,
    data: { status: 'valid', code: inOneLine, 'public-key': 'TUlJQklqQU5CZ2tx' },
  })
  expect(readKdpReply(recorded.pending)).toMatchObject({
    code: 'SCSS001',
    data: { status: 'pending' },
  })
  expect(await client(breaking(send, () => recorded.own).send).ask(question())).toEqual({
    state: 'approved',
    consent: { token: inOneLine, publicKey: 'TUlJQklqQU5CZ2tx' },
  })
  expect(await client(breaking(send, () => recorded.pending).send).ask(question())).toEqual({
    state: 'awaiting',
  })
})

describe('each difference, put back, breaks', () => {
  /** Our request with one thing as it was before. */
  const old = async (change: (text: string) => string) => {
    const sent = {
      requestNumber: `old-${++count}`,
      uin: iin,
      company: 'Qorgan',
      company_bin: '123456789012',
      company_responsible: 'Demo',
      employee_name: 'Demo',
      access_name: 'GBDFLUniversal_token',
      personal_data_name: 'полис',
      expiresIn: '600000',
      'omit-sms': 'true',
    } as const
    const response = await fetch(`${server.address}${KDP_PATH}`, {
      method: 'POST',
      headers: { authorization: 'Basic cTpz', 'content-type': 'text/xml' },
      body: change(kdpRequest('U1', sent)),
    })
    return response.text()
  }
  test('as it is now it is answered', async () => {
    expect(await old((text) => text)).toContain('>valid<')
  })
  test.each<[string, (text: string) => string]>([
    [
      'request_id instead of requestNumber',
      (text) => text.replaceAll('requestNumber', 'request_id'),
    ],
    [
      'the two services after it, KDP_CONFIRM_CODE and KDP_STATUS',
      (text) => text.replaceAll('getPersonDataAccessControl', 'confirmCodeRequest'),
    ],
    ['no user in the SOAP header', (text) => text.replace('<userId>U1</userId>', '')],
    [
      'the envelope of the state gateway',
      (text) => text.replaceAll('data:getPersonDataAccessControl', 'typ:SendMessage'),
    ],
    ['no company', (text) => text.replace(/<company>.*<\/company>/, '')],
    ['an end that is no 32-bit number', (text) => text.replace('600000', '2592000000')],
  ])('%s', async (_, change) => {
    const answer = await old(change)
    expect(answer).toContain('VAL-R-004')
    expect(answer).not.toContain('>valid<')
  })
  test.each<[string, string]>([
    ['the words PENDING, APPROVED, REJECTED of our own', recorded.own.replace('VALID', 'APPROVED')],
    [
      'a consent_id and no token',
      recorded.own.replace(/<ns3:code>[^<]*<\/ns3:code>/, '<ns3:consent_id>1</ns3:consent_id>'),
    ],
    [
      'SendMessageResponse of the state gateway',
      recorded.own.replaceAll('sendMessageResponse', 'SendMessageResponse'),
    ],
  ])('a reply with %s', async (_, text) => {
    await expect(client(breaking(send, () => text).send).ask(question())).rejects.toBeInstanceOf(
      Unavailable,
    )
  })
  test('a phone, a kind of confirming and a code to be typed are nowhere in the request', async () => {
    const { send: line, asks } = breaking(send, (text) => text)
    await client(line).ask(question())
    expect(String(asks[0]?.body)).not.toMatch(/phone|confirm>|otp|KDP_/i)
    expect(String(asks[0]?.body)).not.toContain(phone)
    expect(world.messages.at(-1)?.text).not.toMatch(/(код|коды).*\b\d{4}\b/)
  })
})

test.each(['awaiting', 'approved', 'rejected', 'vouched'] as const)(
  '%s: a broken reply is unclear or the same, never a yes, never asked twice',
  async (state) => {
    const asked = { ...question(), sms: state !== 'vouched' }
    await client().ask(asked)
    if (state === 'approved') world.reply(phone, '1')
    if (state === 'rejected') world.reply(phone, '0')
    const sms = world.messages.length
    const whole = await client().ask(asked)
    for (let seed = 1; seed <= mutations; seed++) {
      const { send: line, asks } = breaking(send, (text) => mutated(text, seed))
      const answer = await client(line)
        .ask(asked)
        .catch((cause: unknown) => cause)
      const told = `seed ${seed}: ${answer instanceof Error ? answer.message : JSON.stringify(answer)}`
      expect(asks.length, told).toBe(1)
      if (answer instanceof Error) {
        expect(answer, told).toBeInstanceOf(Unavailable)
        expect(answer.message, told).not.toContain(iin)
        if (whole.state === 'approved')
          expect(answer.message, told).not.toContain(whole.consent.token.slice(0, 20))
      } else expect((answer as { state: string }).state, told).toBe(whole.state)
    }
    expect(world.messages).toHaveLength(sms)
  },
)
