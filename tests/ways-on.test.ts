import { join } from 'node:path'
import { expect, test } from 'vitest'
import { locales } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { waysOn, waysOnByCode } from '#domain/way-on.ts'
import wayWords from '#web/ui/way-on-texts.ts'
import { sources } from './boundaries.ts'

const files = sources(join(import.meta.dirname, '..')).filter(({ file }) => !/\.test\./.test(file))

test('every refusal of a client ends in a call at least, after what leads further', () => {
  for (const code of Object.values(refusals)) {
    const ways = waysOn(code)
    expect(ways.at(-1), String(code)).toBe('call')
    for (const way of ways) for (const locale of locales) expect(wayWords[locale][way]).toBeTruthy()
  }
})

test.each([
  ['a phone that is not on the IIN', refusals.phoneNotLinked, null, 'egov'],
  ['a person on a list', refusals.terroristMatch, null, 'call'],
  ['a bad score', refusals.scoring, 'bad', 'other_insurer'],
  ['a silent scoring service', refusals.scoring, null, 'again'],
  ['a licence that expired', refusals.licenceExpired, null, 'other_driver'],
  ['a policyholder under age', refusals.underAge, 'policyholder', 'other_person'],
  ['a car that is not found', refusals.vehicleNotFound, null, 'fix'],
  ['a bill that cannot be sent', refusals.invoiceRefused, null, 'card'],
  ['a page of a card that does not open', refusals.cardPageFailed, null, 'bank'],
  ['a register that is silent', refusals.apiUnavailable, null, 'again'],
  ['an organisation', refusals.legalEntity, null, 'organisations'],
  ['no answer at all', null, null, 'again'],
] as const)('the first way on of %s', (_, code, reason, first) => {
  expect(waysOn(code, reason)[0]).toBe(first)
})

/** Rooms whose handlers answer a client alone; a notice of a refund is a partner's program's. */
const ofClients =
  /^server\/(ogpo|home|egov|cabinet|partners|claims|persons|consent|codes)\/(?!desk|promoter)/

test('no refusal that a client may meet is left to the staff', () => {
  const named = files
    .filter(({ file }) => ofClients.test(file) && !/desk-|promoter-|refund-notice/.test(file))
    .flatMap(({ source }) =>
      [...source.matchAll(/\brefusals\.(\w+)/g)].map(([, name = '']) => name),
    )
  expect(named.length).toBeGreaterThan(50)
  const codes: Record<string, keyof typeof waysOnByCode> = refusals
  const left = new Set(
    named.filter((name) => {
      const code = codes[name]
      return code !== undefined && waysOnByCode[code] === 'staff'
    }),
  )
  expect([...left]).toEqual([])
})

test('what the server refused is shown with what can be done, never alone', () => {
  const alone = files
    .filter(
      ({ file }) =>
        /^web\/(?!desks|portal|reports|dialogs\/geolocation)/.test(file) && file.endsWith('.tsx'),
    )
    .flatMap(({ file, source }) =>
      [...source.matchAll(/<(?:Notice|Told)\b(?:(?!\baction=)[^<>])*\/>/g)]
        .map(([notice]) => notice)
        .filter(
          (notice) =>
            /tone="error"/.test(notice) &&
            /(?:[eE]rror|failed)\b/.test(notice.replace('tone="error"', '')),
        )
        .map((notice) => `${file}: ${notice.replace(/\s+/g, ' ')}`),
    )
  expect(alone).toEqual([])
})
