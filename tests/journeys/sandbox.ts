import { checkDigitOf } from '#domain/iin.ts'
import { calls, control, until } from '../http.ts'
import { priced, purchaseToken as tokenOf } from '../sale.ts'

/** The outside world of the browser tests: the sandbox beside the product, asked over HTTP. */
const address = {
  product: `http://localhost:${process.env.JOURNEY_PORT ?? 3210}`,
  sandbox: `http://localhost:${process.env.JOURNEY_SANDBOX_PORT ?? 4210}`,
}
const world = control({ url: address.sandbox })
const { api } = calls(address.product)
export const { messages, invoices, fault, mails } = world

export type Human = {
  iin: string
  phone: string
  surname: string
  name: string
  driverLicence?: { number: string } | null
}
export type Car = { plate: string; techPassport: string }

/** A ready person of the sandbox. */
export async function ready(iin: string): Promise<Human> {
  const people: Human[] = await world.control('GET', '/control/people')
  const found = people.find((human) => human.iin === iin)
  if (!found) throw new Error(`nobody has the IIN ${iin}`)
  return found
}

/**
 * A person nobody else of the tests sells to, so that tests running side by side do not meet.
 * `more` as the control call takes it; `born` where the year matters.
 */
export async function newHuman(more: Record<string, unknown> = {}, born?: number): Promise<Human> {
  for (;;) {
    const days = Math.floor(Math.random() * (born ? 150 : 5_000))
    const day = new Date(Date.UTC(born ?? 1978, 0, 1 + days)).toISOString()
    const digits = `${day.slice(2, 4)}${day.slice(5, 7)}${day.slice(8, 10)}3${1_000 + Math.floor(Math.random() * 8_900)}`
    const last = checkDigitOf(digits)
    if (last !== null) return world.control('PUT', `/control/people/${digits}${last}`, more)
  }
}

/** Enough of them that no two cars of a run are one; the ready cars have an A. */
const LETTERS = 'BCDEFGHJKLMNPQRSTUVWXYZ'
/** A car nobody else of the tests insures. `more` as the control call takes it. */
export async function newCar(more: Record<string, unknown> = {}): Promise<Car> {
  const pick = (from: string) => from[Math.floor(Math.random() * from.length)] ?? ''
  const plate = `${100 + Math.floor(Math.random() * 900)}${pick(LETTERS)}${pick(LETTERS)}${pick(LETTERS)}02`
  return world.control('PUT', `/control/vehicles/${plate}`, more)
}

/** The newest code on the virtual phone. Of a policy or a claim another SMS may tell. */
export async function codeOn(phone: string): Promise<string> {
  const found = await until(
    async () => {
      const code = (await messages(phone)).find(({ text }) => /код/i.test(text))
      return /\b\d{4}\b/.exec(code?.text.replaceAll('1414', '') ?? '')?.[0]
    },
    (code) => code !== undefined,
  )
  return found ?? ''
}

/** The code of a purchase, which is a consent. */
const isConsent = (text: string) => /дербес деректер|персональных данных/.test(text)

/** The newest code we ourselves sent to the virtual phone, but for that of a purchase. */
export async function codeSentTo(phone: string): Promise<string> {
  const found = await until(
    async () => {
      const ours = (await messages(phone)).find(
        ({ from, text }) => from !== '1414' && / код/i.test(text) && !isConsent(text),
      )
      return [...(ours?.text ?? '').matchAll(/\b\d{4}\b/g)].at(-1)?.[0]
    },
    (code) => code !== undefined,
  )
  return found ?? ''
}

/** A link as the partner's application signs it: `iin`, `phone`, `lang`, `ref`. */
export async function partnerLink(query: Record<string, string>): Promise<string> {
  const params = new URLSearchParams({ site: address.product, ...query })
  return String((await world.control('GET', `/partner/link?${params}`)).url)
}

/** The events the partner was told of a visit, by its own reference. */
export async function partnerHeard(reference: string): Promise<string[]> {
  const all: { report: { event: string; reference: string | null } }[] = await world.control(
    'GET',
    '/partner/reports',
  )
  return all
    .filter(({ report }) => report.reference === reference)
    .map(({ report }) => report.event)
}

/** The person answers 1414's question about their data: 1 is yes. */
export const answers = (phone: string, text: '1' | '0') =>
  world.control('POST', `/control/phones/${phone}/reply`, { text })

/** What the person does in their mobile bank with the bill that has come. */
export async function bill(phone: string, verb: 'pay' | 'reject'): Promise<void> {
  const list = await until(
    () => invoices(phone),
    (found) => found.some(({ status }) => status === 'awaiting'),
  )
  const open = list.find(({ status }) => status === 'awaiting')
  await world.control('POST', `/control/invoices/${open?.id}/${verb}`)
}

/** The person gets another phone number in the register of phones. */
export const movesTo = (iin: string, phone: string): Promise<Human> =>
  world.control('PUT', `/control/people/${iin}`, { phone })

export const noWallet = (phone: string) =>
  world.control('PUT', `/control/phones/${phone}`, { wallet: false })
export const noFaults = () => world.control('DELETE', '/control/faults')
export const phonePage = (phone: string) => `${address.sandbox}/phone/${phone}`

/** The proof of who buys, as the code page would have got it. */
export const purchaseToken = ({ iin, phone }: Human): Promise<string> =>
  tokenOf({ api, messages }, { iin, phone })

/** Whether a person would be sold a policy now; each question is a calculation of its own. */
async function soldTo(human: Human, token: string, car: Car): Promise<boolean> {
  const { body } = await priced(async () =>
    api(
      'ogpoCalculate',
      {
        drivers: [],
        vehicles: [{ registrationNumber: car.plate, techPassport: car.techPassport }],
        insurant: { iin: human.iin, phone: human.phone, willDrive: true },
        operation: { applicationId: crypto.randomUUID() },
        order: { dateStart: await tomorrow(), period: 12 },
      },
      token,
    ),
  )
  if (!body.success && body.code !== 12004)
    throw new Error(`neither sold to nor blocked: ${JSON.stringify(body)}`)
  return body.success
}
const tomorrow = async () => {
  const { body } = await api('clock', {})
  if (!body.success) throw new Error('no clock')
  return new Date(Date.parse(body.data.today) + 86_400_000).toISOString().slice(0, 10)
}

/**
 * A person whose IIN stands on a list the product has taken, so that nothing is sold to them;
 * `mayBuy` asks again.
 */
export const blockedHuman = () => blocked(newHuman({ lists: ['TERROR_FINANCING'] }))

/** A namesake of an entry without IIN, born in the same year: one person decides about them. */
export const namesakeHuman = () =>
  blocked(newHuman({ surname: 'Қасымов', name: 'Болат', patronymic: 'Қасымұлы' }, 1983))

async function blocked(made: Promise<Human>): Promise<Human & { mayBuy: () => Promise<boolean> }> {
  const human = await made
  const [token, car] = [await purchaseToken(human), await newCar()]
  await until(
    () => soldTo(human, token, car),
    (sold) => !sold,
  )
  return { ...human, mayBuy: () => soldTo(human, token, car) }
}
