import { expect, test } from 'vitest'
import { fieldsOf, readNotice } from './acquirer/notices.ts'
import { readXml, signed, writeXml } from './acquirer/xml.ts'
import { documentOf } from './aml/list-file.ts'
import { buildXml, parseXml } from './shep-xml.ts'

const secret = 'sandbox-secret'
const paid = {
  pg_order_id: '019f0000-0000-7000-8000-000000000001',
  pg_payment_id: '77',
  pg_amount: '28875',
  pg_currency: 'KZT',
  pg_result: '1',
}
const answer = writeXml(
  signed('status.php', { pg_status: 'ok', pg_payment_status: 'success', pg_refund: '' }, secret),
)
const soap = buildXml({
  Envelope: { Body: { Response: { status: 'VALID', items: ['a', 'b'], end: '2026-12-01' } } },
})
const list = buildXml({ persons: { person: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] } })
const form = new URLSearchParams(
  Object.entries(signed('result', paid, secret)).map(([name, value]) => [name, String(value)]),
).toString()
const throwing = (read: (text: string) => unknown) => (text: string) => {
  try {
    read(text)
    return 'read'
  } catch {
    return 'unreadable'
  }
}
const notice = (text: string) =>
  readNotice('result', text, secret).ok ? ('read' as const) : ('unreadable' as const)

/** A truncated answer counts as none: it may lack the very field that matters. */
test.each([
  ['an answer of the acquirer', answer, throwing(readXml)],
  [
    'a notice as XML in a form',
    answer,
    throwing((text) => fieldsOf(new URLSearchParams({ pg_xml: text }).toString())),
  ],
  ['a notice as a form', form, notice],
  ['an answer over the gateway', soap, throwing(parseXml)],
  ['a list of persons', list, throwing((text) => documentOf('terror', text))],
  ['an answer in JSON', JSON.stringify({ status: 1, id: 'a' }), throwing(JSON.parse)],
] as const)('%s, cut off at each byte, is never read', (_name, whole, read) => {
  expect(read(whole)).toBe('read')
  const bytes = Buffer.from(whole)
  const taken = Array.from({ length: bytes.length }, (_, end) => end).filter(
    (end) => read(bytes.subarray(0, end).toString()) === 'read',
  )
  expect(taken).toEqual([])
})
