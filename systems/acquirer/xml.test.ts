import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { fieldsOf, readNotice } from './notices.ts'
import { isSigned, pgSig, readXml, writeXml } from './xml.ts'

/** Signature vectors over whole messages: md5 over the string beside each. */
const secret = 'sandbox-secret'
const response = (fields: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<response>\n${fields}\n</response>\n`

test.each([
  // Spaces around a value are part of it.
  [
    'spaces',
    response(
      '  <pg_description> Полис </pg_description>\n  <pg_salt>a b</pg_salt><pg_status>ok</pg_status>',
    ),
    'x.php; Полис ;a b;ok;sandbox-secret',
  ],
  // Numeric entities, decimal and hexadecimal, are the characters they name: ҚАЗ.
  [
    'numbers',
    response('<pg_card_name>&#1178;&#x410;&#x0437;</pg_card_name><pg_status>ok</pg_status>'),
    'x.php;ҚАз;ok;sandbox-secret',
  ],
  // Named ones too, in one pass: what reads &#48; afterwards is not 0.
  [
    'names',
    response('<pg_a>&lt;a&gt; &quot;b&quot; &apos;c&apos; &amp;#48;</pg_a>'),
    `x.php;<a> "b" 'c' &#48;;sandbox-secret`,
  ],
  ['cdata', response('<pg_a><![CDATA[a & b;&lt;]]></pg_a>'), 'x.php;a & b;&lt;;sandbox-secret'],
  // Empty elements are empty values; layout between nested ones is nothing.
  [
    'nested',
    response(
      '<pg_b>\n <c>\n  <z>2</z>\n  <a>1</a>\n </c>\n <c><a>3</a></c>\n</pg_b>\n<pg_a/><pg_d>  </pg_d><pg_sig>0</pg_sig><pg_same>1</pg_same><pg_same>2</pg_same>',
    ),
    'x.php;;1;2;3;  ;1;2;sandbox-secret',
  ],
])('a message with %s is signed over what stands in it', (_name, text, string) => {
  expect(pgSig('x.php', readXml(text), secret)).toBe(
    createHash('md5').update(string, 'utf8').digest('hex'),
  )
})

/** The whole answer of the operator's page, its person invented, signed by hand. */
test('a status as the operator prints it proves its signature, laid out and with its empty and nested fields', () => {
  const text = response(`    <pg_status>ok</pg_status>
    <pg_payment_id>123456789</pg_payment_id>
    <pg_can_reject>1</pg_can_reject>
    <pg_payment_method>bankcard</pg_payment_method>
    <pg_amount>10</pg_amount>
    <pg_currency>KZT</pg_currency>
    <pg_payment_status>success</pg_payment_status>
    <pg_clearing_amount>10</pg_clearing_amount>
    <pg_reference>123456789</pg_reference>
    <pg_card_name>&#1178;APT TEST</pg_card_name>
    <pg_user_email></pg_user_email>
    <pg_refund_payments>
        <pg_refund_payment>
            <pg_payment_id>123456790</pg_payment_id>
            <pg_payment_status>success</pg_payment_status>
            <pg_amount>-10</pg_amount>
            <pg_payment_date>2023-05-31 16:26:36</pg_payment_date>
            <pg_reference>423456789</pg_reference>
        </pg_refund_payment>
    </pg_refund_payments>
    <pg_refund_amount>-10</pg_refund_amount>
    <pg_captured>1</pg_captured>
    <pg_salt>some random string</pg_salt>
    <pg_sig>SIG</pg_sig>`)
  // get_status3.php;10;1;1;ҚAPT TEST;10;KZT;123456789;bankcard;success;123456789;-10;-10;2023-05-31
  // 16:26:36;123456790;success;423456789; some random string;ok;;sandbox-secret
  expect(pgSig('get_status3.php', readXml(text), secret)).toBe('189b414877ff49fd27316e937973eec2')
  expect(
    isSigned(
      'get_status3.php',
      readXml(text.replace('SIG', '189b414877ff49fd27316e937973eec2')),
      secret,
    ),
  ).toBe(true)
})

test.each([
  '',
  '<response>',
  'x',
  '<response>x</response>',
  '<response>x<a>1</a></response>',
  '<a/>',
  '<response/>',
  response('<a>1</a>').repeat(2),
])('what is no message of theirs is not read: %j', (text) => {
  expect(() => readXml(text)).toThrow()
})

test('what is written is read as it was', () => {
  const fields = { pg_a: ' <&>"\' ', pg_b: '', pg_c: { d: ['1', '2'] } }
  expect(readXml(writeXml(fields))).toEqual(fields)
})

test('a notice is proved over the form as it was posted: spaces, empty values, letters of ours and repeated names', () => {
  const body =
    'pg_order_id=o-1&pg_payment_id=7&pg_amount=10.00&pg_currency=KZT&pg_result=1&pg_description=+%D2%9A+%26amp%3B+&pg_user_phone=&x=2&x=1'
  const fields = fieldsOf(body)
  expect(fields).toMatchObject({ pg_description: ' Қ &amp; ', pg_user_phone: '', x: ['2', '1'] })
  expect(pgSig('result', fields, secret)).toBe('6ebad0c8333842089618c22856f229d9')
  expect(
    readNotice('result', `${body}&pg_sig=6ebad0c8333842089618c22856f229d9`, secret),
  ).toMatchObject({
    ok: true,
    attemptId: 'o-1',
    amount: 10,
  })
  expect(
    readNotice(
      'result',
      `${body.replace('=+%D2', '=%D2')}&pg_sig=6ebad0c8333842089618c22856f229d9`,
      secret,
    ),
  ).toEqual({
    ok: false,
    reason: 'bad_signature',
  })
})
