import { inEveryLanguage, type Locale } from '#domain/locale.ts'
import { factorWords } from '#texts/factors.ts'
import type { Reply } from '../../http/api.ts'
import { money } from '../../texts.ts'
import { regionName } from './tariff-words.ts'

export type Factor = Reply<'ogpoEstimate'>['data']['factors'][number]
/**
 * One line of the explanation: what, why, times how much, and the sum after it (tenge, not yet
 * rounded by law).
 */
export type Line = {
  code: string
  title: string
  because: string
  times: string
  running: number
  neutral: boolean
}

/** A coefficient as people write it: decimal comma, no needless zeros; the base is a sum. */
export const decimal = (value: string): string =>
  value
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace('.', ',')

/** The waterfall in plain words, with the running sum after each step. */
export function explain(factors: readonly Factor[], locale: Locale): Line[] {
  let running = 1
  return factors.map((factor) => {
    const number = numberOf(factor.value)
    running *= number
    const code = String(factor.because.region ?? '')
    const { title, because } = factorWords(factor.code, factor.because, {
      region: inEveryLanguage((language) => regionName(code, language)),
      money,
    })
    const base = factor.code === 'base'
    return {
      code: factor.code,
      title: title[locale],
      because: because[locale],
      times: base
        ? money(number)
        : `× ${factor.value.includes('/') ? factor.value.replace('/', ' / ') : decimal(factor.value)}`,
      running,
      neutral: number === 1,
    }
  })
}

/**
 * `days/yearDays` or a decimal. Only for drawing: the premium itself is the server's exact number.
 */
export function numberOf(value: string): number {
  const [top = '1', bottom = '1'] = value.split('/')
  return Number(top) / Number(bottom)
}
