import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { accountChanges } from '#domain/account-changes.ts'
import { formatMoney } from '#domain/format.ts'
import { type Localized, languageTag, locales } from '#domain/locale.ts'
import { plateWords } from '#domain/plate-words.ts'
import { mailer } from '#systems/mail/client.ts'
import { accountChangeMessage } from '#texts/account-changes.ts'
import { cabinetLetters } from '#texts/cabinet.ts'
import { feedbackLetter } from '#texts/feedback.ts'
import { homeLetters } from '#texts/home.ts'
import type { Letter } from '#texts/letter.ts'
import { letters } from '#texts/messages.ts'

/** Every letter in every language: what its reader, and the programs on its way, are owed. */

const site = 'https://qorgan.kz'
/** What somebody may write in a field of theirs. */
const spiteful = `<b>"Абай" & 'Құнанбай'</b><img src="https://elsewhere.example/x.png"></td><script>1</script>`
const link = `${site}/ru/page?order=${'k'.repeat(27)}&tab=data#key=${'k'.repeat(20)}`
const number = '260400018317'

const sale = {
  number,
  plates: [plateWords('123ABC02'), spiteful],
  amount: formatMoney(1_236_094),
  start: '21.11.2026',
  end: '20.11.2027',
  toAccount: false,
  link,
  short: link,
}
const home = {
  number,
  address: spiteful,
  amount: formatMoney(12_490),
  paidUntil: '19.12.2026',
  protectionFrom: '20.11.2026, 14:05',
  billingOn: '17.12.2026',
  againOn: '18.12.2026',
  declined: true,
  toAccount: false,
  link,
}
const ofCabinet = {
  reminder: [cabinetLetters.reminder({ number, end: '20.11.2027', link })],
  emailCode: [cabinetLetters.emailCode('1234')],
} satisfies Record<keyof typeof cabinetLetters, Localized<Letter>[]>
const at = { kz: '20.11.2026 14:05', ru: '20.11.2026 14:05' }

const toClients: [string, Localized<Letter>][] = [
  ...Object.entries(letters).map(([name, say]): [string, Localized<Letter>] => [name, say(sale)]),
  ...Object.entries(homeLetters).map(([name, say]): [string, Localized<Letter>] => [
    `Home: ${name}`,
    say(home),
  ]),
  ...Object.entries(ofCabinet).flatMap(([name, made]) =>
    made.map((letter): [string, Localized<Letter>] => [name, letter]),
  ),
  ...Object.keys(accountChanges).flatMap((change) =>
    [link, null].map((key): [string, Localized<Letter>] => [
      `account: ${change}`,
      accountChangeMessage(change as keyof typeof accountChanges, { at, link: key, short: key })
        .letter,
    ]),
  ),
]
const toOffice = feedbackLetter({
  number: 'A-1',
  name: spiteful,
  phone: '77010000001',
  email: 'a@example.kz',
  text: `${spiteful}\nҚош болыңыз`,
  locale: 'ru',
  at: '2026-11-20 14:05',
  call: { from: '2026-11-21 10:00', until: null },
  organisation: {
    bin: '180440099996',
    name: spiteful,
    address: spiteful,
    settlement: 'CITY',
    region: { kz: 'Алматы', ru: 'Алматы' },
    carriage: true,
    plates: [spiteful],
    groups: [{ vehicleType: 'B', over: true, count: 2, each: 30_000, sum: 60_000 }],
    total: 60_000,
  },
})
const all: [string, Localized<Letter>][] = [
  ...toClients,
  ['to the office', { kz: toOffice, ru: toOffice }],
]

const unescaped = (html: string) =>
  html
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/&#(\d+);/g, (_sign, code: string) => String.fromCharCode(Number(code)))
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []
/** What the HTML says under its heading, without the line for a list of letters. */
function saidIn(html: string): string[] {
  const body = html.slice(html.indexOf('</h1>'))
  return wordsOf(unescaped(body.replaceAll(/<[^>]*>/g, ' ')))
}
const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => unescaped(to))

test.each(all)('%s: text and HTML say the same words', (_name, letter) => {
  for (const locale of locales) {
    const { subject, text, html } = letter[locale]
    const [to] = hrefs(html)
    expect(saidIn(html)).toEqual(wordsOf(to ? text.replace(to, '') : text))
    expect(unescaped(/<title>([^<]*)</.exec(html)?.[1] ?? '')).toBe(subject)
    expect(unescaped(/<h1[^>]*>([^<]*)</.exec(html)?.[1] ?? '')).toBe(subject)
    // Of the text alone somebody can do the same: the address stands on its own line.
    if (to) expect(text.split('\n')).toContain(to)
  }
})

test.each(all)('%s: one button at most, and no address but ours', (_name, letter) => {
  for (const locale of locales) {
    const { html } = letter[locale]
    expect(html.match(/<(a|button|input|form)\b/g)?.length ?? 0).toBeLessThan(2)
    expect(hrefs(html).filter((to) => !to.startsWith(`${site}/`))).toEqual([])
    const outside = html.replaceAll(/&#60;.*?&#62;/g, '').match(/[a-z]+:\/\/[^\s"<]+/gi) ?? []
    expect(outside.filter((address) => !address.startsWith(`${site}/`))).toEqual([])
  }
})

test.each(all)('%s: nothing is run, fetched or told to anybody', (_name, letter) => {
  for (const locale of locales) {
    const { html } = letter[locale]
    expect(
      html.match(
        /<(script|img|link|iframe|object|svg|video|b)\b|\surl\(|@import|@font-face|<[^>]*\son\w+=/gi,
      ),
    ).toBeNull()
  }
})

test.each(all)('%s: names its language, both themes, and closes what it opens', (_name, letter) => {
  for (const locale of locales) {
    const { html } = letter[locale]
    expect(html).toContain(
      `<html lang="${languageTag(letter === all.at(-1)?.[1] ? 'kz' : locale)}">`,
    )
    expect(html).toContain('<meta charset="utf-8">')
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('@media (prefers-color-scheme:dark)')
    const open: string[] = []
    for (const [, end, tag = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/g))
      if (end) expect(open.pop()).toBe(tag)
      else if (!['meta', 'br'].includes(tag)) open.push(tag)
    expect(open).toEqual([])
    expect(Math.max(...html.split('\n').map((line) => Buffer.byteLength(line)))).toBeLessThan(998)
  }
})

test('what a client wrote is read as written', () => {
  const { html, text } = homeLetters.started?.(home).kz ?? { html: '', text: '' }
  expect(text).toContain(spiteful)
  expect(html).not.toContain('<b>')
  expect(unescaped(html)).toContain(spiteful)
})

test('a client is greeted and told who writes, in their language', () => {
  for (const [, letter] of toClients) {
    expect(letter.kz.text).toMatch(/^Сәлеметсіз бе!\n[\s\S]*ЖШС$/)
    expect(letter.ru.text).toMatch(/^Здравствуйте!\n[\s\S]*ТОО «[^»]*»$/)
  }
})

/** The bytes of a mail as a mail server gets them. */
async function onTheWire(unsubscribe?: string): Promise<string> {
  const arrived = Promise.withResolvers<string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        arrived.resolve(Buffer.concat(chunks).toString('latin1'))
        callback()
      })
    },
  })
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const client = mailer(
    { host: '127.0.0.1', port, secure: false, from: { name: 'Қорған', address: 'info@qorgan.kz' } },
    { journal: () => {} },
  )
  await client.send({
    ...letters.issued(sale).kz,
    to: 'client@example.kz',
    key: 'letter-1',
    attachments: [{ name: 'Полис.pdf', content: Buffer.alloc(200, 7), type: 'application/pdf' }],
    ...(unsubscribe ? { unsubscribe } : {}),
  })
  client.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return arrived.promise
}

test('on the wire: both forms as alternatives, plain first, UTF-8, short lines of ASCII', async () => {
  const raw = await onTheWire()
  const types = [...raw.matchAll(/^Content-Type: ([^\r\n]+)/gm)].map(([, type = '']) =>
    type.replace(/;\s*boundary.*|;$/, ''),
  )
  expect(types.slice(0, 4)).toEqual([
    'multipart/mixed',
    'multipart/alternative',
    'text/plain; charset=utf-8',
    'text/html; charset=utf-8',
  ])
  expect(raw).toMatch(/^MIME-Version: 1\.0\r$/m)
  expect(raw).toMatch(/^Date: \S/m)
  expect(raw).toMatch(/^Message-ID: <[^>]+@qorgan\.kz>\r$/m)
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThan(998)
  expect([...raw].filter((sign) => sign > '~')).toEqual([])
})

test('a way to unsubscribe only for a letter that nothing of the reader asked for', async () => {
  expect(await onTheWire()).not.toMatch(/unsubscribe/i)
  expect(await onTheWire(`${site}/account?tab=data`)).toContain(
    `List-Unsubscribe: <${site}/account?tab=data>`,
  )
})
