import { inEveryLanguage, type Localized } from '#domain/locale.ts'
import { plural } from '#domain/plural.ts'
import { vehicleTypes } from './vehicle-types.ts'

/**
 * The words of a price: what each coefficient is about and the reason of its value. For the screen
 * and the cover note.
 */
type Text = Localized
/** The tariff's own explanation of a coefficient. */
type Because = Readonly<Record<string, string | number | boolean | null>>
/**
 * Facts the words need: the region's name by the tariff tables, and how to write a sum of whole
 * tenge.
 */
type Known = { region: Text; money: (tenge: number) => string }
export type FactorWords = { title: Text; because: Text }

/**
 * Returns the title and reason of one coefficient; an unknown code is its own title. The reason
 * begins with a capital letter and may be empty.
 */
export function factorWords(code: string, because: Because, { region, money }: Known): FactorWords {
  const text = (name: string): string => String(because[name] ?? '')
  const number = (name: string): number => Number(because[name] ?? 0)
  switch (code) {
    case 'base': {
      const multiple = text('multiple').replace('.', ',')
      return words('Базалық сыйлықақы', 'Базовая премия', {
        kz: `Заң бойынша ${multiple}\u00a0АЕК, АЕК\u00a0–\u00a0${money(number('mrp'))}`,
        ru: `По закону ${multiple}\u00a0МРП, МРП\u00a0–\u00a0${money(number('mrp'))}`,
      })
    }
    case 'regionBase':
      return words('Тіркеу аумағы', 'Территория регистрации', region)
    case 'regionCorrection':
      return words('Аумақтың биылғы түзету коэффициенті', 'Поправочный коэффициент территории', {
        kz: 'Реттеуші жыл сайын бекітеді',
        ru: 'Его каждый год утверждает регулятор',
      })
    case 'settlement':
      return words(
        'Елді мекен',
        'Населённый пункт',
        because.settlement === 'OTHER' ? otherSettlement : city,
      )
    case 'vehicleType':
      return words(
        'Көлік түрі',
        'Тип транспорта',
        vehicleTypes.find((type) => type.code === because.type) ?? bare(text('type')),
      )
    case 'ageExperience':
      return words(
        'Жүргізушінің жасы мен өтілі',
        'Возраст и стаж водителя',
        ageReason(
          number('age'),
          number('experience'),
          number('ageLimit'),
          number('experienceLimit'),
        ),
      )
    case 'legalEntity':
      return words('Заңды тұлға', 'Юридическое лицо', nothing)
    case 'vehicleAge':
      return words(
        'Көліктің жасы',
        'Возраст автомобиля',
        number('years') > number('limit')
          ? { kz: `${number('limit')} жылдан асады`, ru: `Больше ${number('limit')} лет` }
          : {
              kz: `${number('limit')} жылдан аспайды`,
              ru: `До ${number('limit')} лет включительно`,
            },
      )
    case 'bonusMalus':
      return words(
        '«Бонус-малус» сыныбы',
        'Класс «бонус-малус»',
        classReason(text('kind'), text('class')),
      )
    case 'privilege':
      return words('Заң бойынша жеңілдік', 'Льгота по закону', {
        kz: 'Барлық жүргізушіде жеңілдік бар',
        ru: 'Льготу имеют все водители',
      })
    case 'term':
      return words('Шарт мерзімі', 'Срок договора', {
        kz: `Жылдағы ${number('yearDays')} күннің ${number('days')} күні`,
        ru: `${number('days')} из ${number('yearDays')} дней года`,
      })
    default:
      return { title: bare(code), because: nothing }
  }
}

/** Title and reason in one line: «Көлік түрі: жеңіл автокөлік». */
export function factorLine(code: string, because: Because, known: Known): Text {
  const { title, because: reason } = factorWords(code, because, known)
  return inEveryLanguage((locale) => {
    const said =
      code === 'regionBase'
        ? reason[locale]
        : reason[locale].charAt(0).toLowerCase() + reason[locale].slice(1)
    return said ? `${title[locale]}: ${said}` : title[locale]
  })
}

const bare = (text: string): Text => inEveryLanguage(() => text)
const nothing = bare('')
const words = (kz: string, ru: string, because: Text): FactorWords => ({
  title: { kz, ru },
  because,
})

const city = {
  kz: 'Республикалық немесе облыстық маңызы бар қала',
  ru: 'Город республиканского или областного значения',
}
const otherSettlement = { kz: 'Облыстың басқа елді мекені', ru: 'Другой населённый пункт области' }

const yearsOf = (n: number): string => plural('ru', n, { one: '{n} года', other: '{n} лет' })

function ageReason(
  age: number,
  experience: number,
  ageLimit: number,
  experienceLimit: number,
): Text {
  const young = age < ageLimit
  const fresh = experience < experienceLimit
  return {
    kz: `${ageLimit} ${young ? 'жасқа дейін' : 'жастан бастап'}, өтілі ${experienceLimit} ${fresh ? 'жылға жетпейді' : 'жыл не одан көп'}`,
    ru: `${young ? 'До' : 'От'} ${yearsOf(ageLimit)}, стаж ${fresh ? 'меньше' : 'от'} ${yearsOf(experienceLimit)}`,
  }
}

/** «7-сынып», or the words of a first contract. */
function classReason(kind: string, name: string): Text {
  if (kind === 'FIRST' || kind === 'FIRST_MOTORCYCLE')
    return { kz: 'Алғашқы шарт, 3-сынып', ru: 'Первый договор, класс 3' }
  return { kz: `${name}-сынып`, ru: `Класс ${name}` }
}
