import type { Locale } from '#brand'
import type { Reply } from '../../api.ts'
import { money } from '../../texts.ts'
import { regionName, vehicleTypeName } from './tariff-words.ts'

export type Factor = Reply<'ogpoEstimate'>['data']['factors'][number]
/** One line of the explanation: what, why, times how much, and the sum after it (tenge, not yet rounded by law). */
export type Line = { code: string; title: string; because: string; times: string; running: number; neutral: boolean }

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
    const { title, because } = wordsOf(factor, locale)
    const base = factor.code === 'base'
    return {
      code: factor.code,
      title,
      because,
      times: base ? money(number) : `× ${factor.value.includes('/') ? factor.value.replace('/', ' / ') : decimal(factor.value)}`,
      running,
      neutral: number === 1,
    }
  })
}

/** `days/yearDays` or a decimal. Only for drawing: the premium itself is the server's exact number. */
export function numberOf(value: string): number {
  const [top = '1', bottom = '1'] = value.split('/')
  return Number(top) / Number(bottom)
}

function wordsOf({ code, because }: Factor, locale: Locale): { title: string; because: string } {
  const text = (name: string): string => String(because[name] ?? '')
  const number = (name: string): number => Number(because[name] ?? 0)
  const kz = locale === 'kz'
  switch (code) {
    case 'base':
      return {
        title: kz ? 'Базалық сыйлықақы' : 'Базовая премия',
        because: kz
          ? `Заң бойынша ${decimal(text('multiple'))} АЕК, АЕК – ${money(number('mrp'))}`
          : `По закону ${decimal(text('multiple'))} МРП, МРП – ${money(number('mrp'))}`,
      }
    case 'regionBase':
      return { title: kz ? 'Тіркеу аумағы' : 'Территория регистрации', because: regionName(text('region'), locale) }
    case 'regionCorrection':
      return {
        title: kz ? 'Аумақтың биылғы түзетуі' : 'Поправка территории на этот год',
        because: kz ? 'Реттеуші жыл сайын бекітеді' : 'Её каждый год утверждает регулятор',
      }
    case 'settlement':
      return { title: kz ? 'Елді мекен' : 'Населённый пункт', because: settlementName(text('settlement'), locale) }
    case 'vehicleType':
      return { title: kz ? 'Көлік түрі' : 'Тип транспорта', because: vehicleTypeName(text('type'), locale) }
    case 'ageExperience':
      return {
        title: kz ? 'Жүргізушінің жасы мен өтілі' : 'Возраст и стаж водителя',
        because: ageWords(number('age'), number('experience'), number('ageLimit'), number('experienceLimit'), locale),
      }
    case 'legalEntity':
      return { title: kz ? 'Заңды тұлға' : 'Юридическое лицо', because: '' }
    case 'vehicleAge':
      return {
        title: kz ? 'Көліктің жасы' : 'Возраст автомобиля',
        because:
          number('years') > number('limit')
            ? kz
              ? `${number('limit')} жылдан асады`
              : `Больше ${number('limit')} лет`
            : kz
              ? `${number('limit')} жылға дейін`
              : `До ${number('limit')} лет включительно`,
      }
    case 'bonusMalus':
      return { title: kz ? 'Бонус-малус сыныбы' : 'Класс бонус-малус', because: classWords(text('kind'), text('class'), locale) }
    case 'privilege':
      return {
        title: kz ? 'Заң бойынша жеңілдік' : 'Льгота по закону',
        because: kz ? 'Барлық жүргізушіде жеңілдік бар' : 'Льготу имеют все водители',
      }
    case 'term':
      return {
        title: kz ? 'Шарт мерзімі' : 'Срок договора',
        because: kz ? `Жылдағы ${number('yearDays')} күннің ${number('days')} күні` : `${number('days')} дней из ${number('yearDays')}`,
      }
    default:
      return { title: code, because: '' }
  }
}

const settlementName = (settlement: string, locale: Locale): string =>
  settlement === 'OTHER'
    ? locale === 'kz'
      ? 'Облыстың басқа елді мекені'
      : 'Другой населённый пункт области'
    : locale === 'kz'
      ? 'Республикалық немесе облыстық маңызы бар қала'
      : 'Город республиканского или областного значения'

function ageWords(age: number, experience: number, ageLimit: number, experienceLimit: number, locale: Locale): string {
  if (locale === 'kz')
    return `${age < ageLimit ? `${ageLimit} жасқа дейін` : `${ageLimit} жастан бастап`}, өтілі ${experience < experienceLimit ? `${experienceLimit} жылға жетпейді` : `${experienceLimit} жыл не одан көп`}`
  return `${age < ageLimit ? `До ${ageLimit} лет` : `От ${ageLimit} лет`}, стаж ${experience < experienceLimit ? `меньше ${experienceLimit} лет` : `${experienceLimit} года и больше`}`
}

/** «7-сынып» / «класс 7», or the words of a special row. */
export function classWords(kind: string, name: string, locale: Locale): string {
  if (kind === 'FIRST' || kind === 'FIRST_MOTORCYCLE') return locale === 'kz' ? 'Алғашқы шарт, 3-сынып' : 'Первый договор, класс 3'
  return locale === 'kz' ? `${name}-сынып` : `Класс ${name}`
}
