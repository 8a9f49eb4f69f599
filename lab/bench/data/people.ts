import { addDays, type Day } from '../../../domain/calendar.ts'
import { checkDigitOf } from '../../../domain/iin.ts'
import { men, surnames } from '../../../sandbox/people.ts'

/**
 * People and cars that never were, the n-th always the same: valid by their check digits, no two
 * alike.
 */
export type Synthetic = {
  iin: string
  phone: string
  email: string
  surname: string
  name: string
  patronymic: string
  birthDate: Day
  licenceNumber: string
  plate: string
  techPassport: string
  vin: string
}

const FIRST_BIRTHDAY = '1961-01-01'
/** Forty-three years: the youngest is of age in 2026. */
const BIRTHDAYS = 16_000
const NEIGHBOURS = 4
const codes = ['707', '747', '775', '776', '777', '778', '705', '702', '701']
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const fathers = [
  'Серікұлы',
  'Болатұлы',
  'Маратұлы',
  'Қайратұлы',
  'Ерланұлы',
  'Асқарұлы',
  'Нұрланұлы',
]
const birthdays: Day[] = []

/** The n-th person with a car, n below 39 millions. */
export function synthetic(n: number): Synthetic {
  birthdays[n % BIRTHDAYS] ??= addDays(FIRST_BIRTHDAY, n % BIRTHDAYS)
  const birthDate = birthdays[n % BIRTHDAYS] ?? FIRST_BIRTHDAY
  const round = Math.floor(n / BIRTHDAYS)
  return {
    iin: iinOf(birthDate, round),
    phone: `7${codes[Math.floor(n / 10_000_000)]}${digits(n % 10_000_000, 7)}`,
    email: `client${n}@example.kz`,
    surname: surnames[n % surnames.length] ?? '',
    name: men[n % men.length] ?? '',
    patronymic: fathers[n % fathers.length] ?? '',
    birthDate,
    licenceNumber: `AE${digits(n, 8)}`,
    plate: plateOf(n),
    techPassport: `BE${digits(n, 8)}`,
    vin: `XWZZZ99Z${letters[n % 23]}${digits(n, 8)}`,
  }
}

const digits = (value: number, length: number): string => String(value).padStart(length, '0')

/**
 * Of neighbouring serial numbers the first that has a check digit: one in a hundred and twenty has
 * none.
 */
function iinOf(birthDate: Day, round: number): string {
  const century = birthDate < '2000' ? '3' : '5'
  const head = `${birthDate.slice(2, 4)}${birthDate.slice(5, 7)}${birthDate.slice(8, 10)}${century}`
  for (let serial = round * NEIGHBOURS; ; serial += 1) {
    const first11 = `${head}${digits(serial, 4)}`
    const check = checkDigitOf(first11)
    if (check !== null) return `${first11}${check}`
  }
}

function plateOf(n: number): string {
  const word = Math.floor(n / 900)
  const at = (place: number) => letters[Math.floor(word / letters.length ** place) % letters.length]
  return `${100 + (n % 900)}${at(2)}${at(1)}${at(0)}${digits(1 + (Math.floor(word / letters.length ** 3) % 20), 2)}`
}

const CARS_EACH = 40
/**
 * The cars of the n-th of so many buyers, no two alike: a buyer has one open order of a car.
 */
export const carsOf = (n: number, buyers: number): Pick<Synthetic, 'plate' | 'techPassport'>[] =>
  Array.from({ length: CARS_EACH }, (_, k) => synthetic(n + buyers * k))
