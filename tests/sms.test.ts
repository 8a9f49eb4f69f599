import { expect, test } from 'vitest'
import { accountChanges } from '#domain/account-changes.ts'
import { formatMoney } from '#domain/format.ts'
import { inEveryLanguage, type Localized, locales } from '#domain/locale.ts'
import { plateWords } from '#domain/plate-words.ts'
import { accountChangeMessage, notMeCode } from '#texts/account-changes.ts'
import { boundCode } from '#texts/bound-code.ts'
import { cabinetMessages } from '#texts/cabinet.ts'
import { claimCode } from '#texts/claim-code.ts'
import { claimNotices, claimSms, thirdPartyClaimed } from '#texts/claim-messages.ts'
import { buyerCode } from '#texts/consent.ts'
import { homeSms } from '#texts/home.ts'
import { orderCode, sms } from '#texts/messages.ts'
import { noticeCodeText } from '#texts/notice-code.ts'
import { smsParts } from './sms-parts.ts'

/** Every SMS with the longest facts that occur: two parts at most, in either language. */

const host = 'qorgan.kz'
const site = `https://${host}`
const number = '260400018317'
const code = '1234'
const plates = (cars: number) => Array.from({ length: cars }, () => plateWords('123ABC02'))
const sale = (cars: number, amount = 1_236_094) => ({
  number,
  plates: plates(cars),
  start: '21.11.2026',
  end: '20.11.2027',
  amount: formatMoney(amount),
  toAccount: false,
  link: `${site}/ogpo-calculator/result?order=${'k'.repeat(27)}`,
  short: `${site}/c/AbCdEfGhJk`,
})
const home = (
  link: string,
  of: Partial<Parameters<(typeof homeSms)['started'] & object>[0]> = {},
) => ({
  number,
  address: '',
  amount: formatMoney(12_490),
  protectionFrom: '20.11.2026, 14:05',
  paidUntil: '19.12.2026',
  billingOn: '17.12.2026',
  againOn: '18.12.2026',
  declined: false,
  toAccount: false,
  link,
  ...of,
})
const bound = (text: Localized): Localized =>
  inEveryLanguage((locale) => boundCode(text[locale], host, code))
const inEach = (text: (prefix: string) => Localized): Localized => ({
  kz: text('').kz,
  ru: text('/ru').ru,
})
const homeKinds = Object.entries(homeSms).map(([kind, say]): [string, Localized] => {
  const page = /no_card|card_ending|charge_failed/.test(kind)
    ? '/account?tab=cards'
    : kind === 'not_renewed'
      ? '/egov/policy/qorgan-home'
      : '/account'
  return [`Home: ${kind}`, inEach((prefix) => say(home(`${site}${prefix}${page}`)))]
})

const kinds: [string, Localized][] = [
  ['OGPO issued, 1 car', sms.issued(sale(1))],
  ['OGPO issued, 2 cars', sms.issued(sale(2))],
  ['OGPO issued, 15 cars', sms.issued(sale(15))],
  ['OGPO not issued', sms.notIssued(sale(1))],
  ['OGPO money came late', sms.late(sale(1))],
  ['a policy is late', sms.delayed()],
  ['OGPO refunded', sms.refunded(sale(1))],
  ['OGPO refunded to an account', sms.refunded({ ...sale(1), toAccount: true })],
  ['buyer code', buyerCode(code, host)],
  ['claim code', claimCode(code, number, host)],
  ['notice code', noticeCodeText(code, host)],
  ['order code', bound(orderCode(code))],
  ['sign-in code', bound(cabinetMessages.signInCode(code))],
  ['temporary password', cabinetMessages.temporaryPassword('abcdefghjk')],
  ['no password of a desk', cabinetMessages.deskPassword],
  ['password code', cabinetMessages.passwordCode(code)],
  ['e-mail code', cabinetMessages.emailPhoneCode(code)],
  ['phone code', cabinetMessages.phoneCode(code)],
  ['terminate code', cabinetMessages.terminateCode(code, number)],
  ['client proof code', cabinetMessages.clientProofCode(code, number)],
  ['not-me code', notMeCode(code)],
  [
    'renewal reminder',
    inEach((prefix) =>
      inEveryLanguage(
        (locale) =>
          cabinetMessages.reminder({
            number,
            end: '20.11.2026',
            link: `${site}${prefix}/account`,
          })[locale],
      ),
    ),
  ],
  ...claimNotices.map((notice): [string, Localized] => [
    `claim: ${notice}`,
    inEach((prefix) =>
      claimSms(notice, { number: '1000123', link: `${site}${prefix}/account?tab=claims` }),
    ),
  ]),
  ['claim: third party', thirdPartyClaimed(number)],
  ...homeKinds,
  [
    'Home: not renewed, declined',
    inEach(
      (prefix) =>
        homeSms.not_renewed?.(
          home(`${site}${prefix}/egov/policy/qorgan-home`, { declined: true }),
        ) ?? { kz: '', ru: '' },
    ),
  ],
  [
    'Home: charge failed for good',
    inEach(
      (prefix) =>
        homeSms.charge_failed?.(home(`${site}${prefix}/account?tab=cards`, { againOn: null })) ?? {
          kz: '',
          ru: '',
        },
    ),
  ],
  ...Object.entries(accountChanges).flatMap(([change, { undo }]): [string, Localized][] =>
    [undo ? 'link' : null].map((link) => [
      `account: ${change}`,
      inEach((prefix) =>
        inEveryLanguage(
          (locale) =>
            accountChangeMessage(change as keyof typeof accountChanges, {
              at: { kz: '20.11.2026 14:05', ru: '20.11.2026 14:05' },
              link: link && `${site}${prefix}/not-me#key=${'k'.repeat(20)}`,
              short: link && `${site}${prefix}/not-me#${'k'.repeat(20)}`,
            }).sms[locale],
        ),
      ),
    ]),
  ),
]

test.each(kinds)('%s: at most two parts, in both languages', (_kind, text) => {
  const parts = locales.map((locale) => `${locale}: ${smsParts(text[locale])}`)
  const long = locales.filter((locale) => smsParts(text[locale]) > 2)
  expect(long.map((locale) => `${text[locale].length}: ${text[locale]}`)).toEqual([])
  expect(parts.length).toBe(locales.length)
})

test('an SMS of fifteen cars is no longer than one of two', () => {
  for (const locale of locales)
    expect(sms.issued(sale(15))[locale].length - sms.issued(sale(2))[locale].length).toBeLessThan(4)
})

test('a sale sends four parts, as docs/go-live.md counts its price', () => {
  for (const locale of locales) {
    const sent = [buyerCode(code, host), sms.issued(sale(15))].map((text) => smsParts(text[locale]))
    expect(sent).toEqual([2, 2])
  }
})

test('parts are counted as the network counts them', () => {
  expect(
    ['a'.repeat(160), 'a'.repeat(161), 'я'.repeat(70), 'я'.repeat(71), 'я'.repeat(135)].map(
      smsParts,
    ),
  ).toEqual([1, 2, 1, 2, 3])
})
