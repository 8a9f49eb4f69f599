import type { Ask, Send } from '#systems/http.ts'

/**
 * How a reply can be broken on its way or at its source; each is told by its seed, so that a
 * failure is found again.
 */
export const mutations = Number(process.env['OUTSIDE_MUTATIONS'] ?? 20)

/** A small generator of numbers: the same seed, the same run. */
export function numbers(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) % 2 ** 32 || 1
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * below)
  }
}

const wrongTexts = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'true',
  '<b/>',
  '&#x0;',
  '&amp;lt;',
  '2026-02-30',
  '99999999999999999999',
  'Ω≈ç√',
  'SCSS001',
  '\u{1F697}',
]
const fault =
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Server</faultcode><faultstring>Object reference not set</faultstring></soap:Fault></soap:Body></soap:Envelope>'

/** The text with one thing wrong. */
export function mutated(text: string, seed: number): string {
  const next = numbers(seed)
  const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T
  const leaves = [...text.matchAll(/<([\w:-]+)(?: [^<>]*)?>([^<>]*)<\/\1>/g)]
  const all = [...text.matchAll(/<([\w:-]+)(?: [^<>]*)?>/g)]
  const leaf = pick(leaves)
  const element = pick(all)
  const whole = () => {
    const [open = '', name = ''] = element
    const end = text.indexOf(`</${name}>`, element.index)
    return end < 0 ? open : text.slice(element.index, end + name.length + 3)
  }
  const kinds: (() => string)[] = [
    () => text.replace(leaf[0], ''),
    () => text.replace(leaf[0], `<${leaf[1]}></${leaf[1]}>`),
    () =>
      text.replace(
        leaf[0],
        `<${leaf[1]} xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/>`,
      ),
    () => text.replace(leaf[0], `<${leaf[1]}>${pick(wrongTexts)}</${leaf[1]}>`),
    () => text.replace(leaf[0], leaf[0] + leaf[0]),
    () => text.replace(leaf[0], `<${leaf[1]}><inner>${leaf[2]}</inner></${leaf[1]}>`),
    () => text.replace(whole(), ''),
    () => text.replace(whole(), whole() + whole()),
    () => text.replaceAll(element[1] ?? '', `${element[1]}X`),
    () => text.slice(0, next(text.length)),
    () => text + text,
    () => fault,
    () => '',
    () => '{"status":"valid","code":"1"}',
    () => '<html><body>200 OK</body></html>',
    () => Buffer.from(text, 'utf16le').toString('latin1'),
    () => text.replace(/[А-Яа-я]/g, '\uFFFD'),
  ]
  return pick(kinds)()
}

/** A line that keeps what was sent and breaks what comes back. */
export function breaking(
  send: Send,
  change: (text: string) => string,
): { send: Send; asks: Ask[] } {
  const asks: Ask[] = []
  return {
    asks,
    send: async (ask) => {
      asks.push(ask)
      const reply = await send(ask)
      const text = change(reply.text)
      return { ...reply, text, body: Buffer.from(text) }
    },
  }
}
