import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSigned, type PgParams, pgSig, signed } from './xml.ts'

const secret = 'sandbox-secret'

/** The sample hash of one public description cannot be made from its own string: not used here. */
test.each([
  [
    'result',
    {
      pg_result: '1',
      pg_salt: 'AbCdEfGh',
      pg_amount: '2490.00',
      pg_payment_id: '900001',
      pg_currency: 'KZT',
      pg_order_id: '5001',
    },
    '2e456693193a9bc4927cbc59a193fbde',
  ],
  [
    'add2',
    {
      pg_user_id: '42',
      pg_merchant_id: '100001',
      pg_salt: 'AbCdEfGh',
      pg_back_link: 'http://127.0.0.1:3000/account',
      pg_post_link: 'http://127.0.0.1:4000/hooks/card',
    },
    'aa0868f37c5dbd99d24f0733f9daac84',
  ],
])('the signature of the %s message is as computed by hand', (script, params, expected) => {
  expect(pgSig(script, params, secret)).toBe(expected)
})

test('nested fields are sorted inside and taken depth first', () => {
  const nested: PgParams = {
    b: [{ z: '4', a: '3' }, { a: '5' }],
    a: { y: '2', x: '1' },
    pg_sig: 'x',
  }
  expect(pgSig('s', nested, secret)).toBe(
    pgSig('s', { a: '1', b: '2', c: '3', d: '4', e: '5' }, secret),
  )
})

test('an empty script name is left out, an empty value is not', () => {
  expect(pgSig('', { a: '1' }, secret)).toBe(pgSig('1', {}, secret))
  expect(pgSig('s', { a: '', b: '1' }, secret)).not.toBe(pgSig('s', { b: '1' }, secret))
})

test('what we sign is signed, and any changed value, script or secret is not', () => {
  const word = fc.stringMatching(/^[a-z0-9 әғқ;]{0,12}$/)
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^pg_[a-r]{1,6}$/), word, { minKeys: 1 }),
      word,
      (fields, script) => {
        const message = signed(script, fields, secret)
        expect(isSigned(script, message, secret)).toBe(true)
        expect(isSigned(script, message, 'another')).toBe(false)
        expect(isSigned(`${script}x`, message, secret)).toBe(false)
        const [name = ''] = Object.keys(fields)
        expect(isSigned(script, { ...message, [name]: `${fields[name]}1` }, secret)).toBe(false)
        expect(isSigned(script, { ...message, pg_sig: '' }, secret)).toBe(false)
      },
    ),
    { numRuns: 50 },
  )
})
