import { z } from 'zod'
import { sendDocs } from '#contract/claims.ts'
import { calculate } from '#contract/ogpo-calculate.ts'
import { calculate as promoterCalculate } from '#contract/promoter.ts'
import { addDays, almatyDay, startOfDay } from '#domain/calendar.ts'
import { claimSlots } from '#domain/claims/papers.ts'
import { checkDigitOf } from '#domain/iin.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import { hashPassword } from '../accounts/change-password.ts'
import type { Server } from '../app.ts'
import type { Deps } from '../deps.ts'
import { createToken } from '../http/create-token.ts'
import { demoPassword } from './demo-accounts.ts'
import { pictureOf } from './demo-pictures.ts'
import { pastPolicy, pastReturned, pastUnpaid, pastWaiting } from './demo-policy.ts'
import { demoPromoter } from './demo-promoter.ts'

/**
 * Makes the demonstration look like a working house: some three hundred sales of sixty days, claims
 * in every state, hits on the lists, promoters with goals and pay, colleagues at the desks. It runs
 * behind the product already running, and resumes at the next start after an interruption.
 * Everything is invented: people's numbers are never issued.
 */

const DAYS = 60
const SALES = 300
const CLAIMS = 12
const HOUR = 3_600_000

type Human = { iin: string; phone: string }
type Car = { registrationNumber: string; techPassport: string }

/**
 * Returns a number between nought and `below` that depends on the place alone: a repeat makes the
 * same.
 */
const pick = (at: number, salt: number, below: number): number => {
  const mixed = Math.imul(at + 1, 2_654_435_761) ^ Math.imul(salt + 7, 40_503)
  return Math.abs(mixed ^ (mixed >>> 13)) % below
}

/** `stopped`: the product is closing, nothing more is begun. */
export async function prepareDemoLife(
  server: Server,
  stopped: () => boolean,
  sales = SALES,
): Promise<void> {
  const { deps } = server
  if (!deps.config.sandbox) return
  await booksOfOneMonth(deps)
  const promoters = await team(deps)
  const rows = await deps.db
    .selectFrom('orders')
    .select('number')
    .where('number', 'like', 'QGDEMO2%')
    .execute()
  const known = new Set(rows.map(({ number }) => number))
  for (let at = 0; at < sales; at += 1) {
    if (stopped()) return
    if (!known.has(numberOf(at))) await sale(server, at, promoters)
  }
  if (!stopped()) await claims(server)
  if (!stopped()) await hits(server)
  if (!stopped()) await letters(deps)
}

/** Typical messages to the contact desk, for a first-time user. */
const written = [
  ['Асқар', 'kz', 'Полис келмеді. Тапсырысым QGDEMO001, кеше төлегенмін.'],
  ['Ольга', 'ru', 'Что с моей заявкой QC00000001? Жду вторую неделю.'],
  ['Мадина', 'kz', 'Екі рет төлеп қойдым, біреуін қайтарып беріңізші. Тапсырыс QGDEMO002.'],
  ['Сергей', 'ru', 'Пришлите, пожалуйста, полис ещё раз, письмо удалил. Заказ QGDEMO001.'],
  ['Ержан', 'kz', 'Көлікті саттым, 901 ZHK 02. Полисті не істеймін?'],
] as const

async function letters({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  const known = await db
    .selectFrom('feedback')
    .select('id')
    .where('phone', 'like', '7705000010%')
    .execute()
  if (known.length > 0) return
  await db
    .insertInto('feedback')
    .values(
      written.map(([name, locale, text], at) => ({
        id: crypto.randomUUID(),
        name,
        phone: `7705000010${at}`,
        email: `client${at + 1}@example.kz`,
        text,
        locale,
        created_at: new Date(now.getTime() - (written.length - at) * HOUR),
        sent_at: now,
      })),
    )
    .execute()
}

/**
 * Without a start of the books yet, they begin with the last whole month: the one that waits to be
 * closed; anything older belongs to a former program.
 */
async function booksOfOneMonth({ db, clock }: Deps): Promise<void> {
  const month = addDays(`${clock.today().slice(0, 7)}-01`, -1).slice(0, 7)
  await db
    .updateTable('books_starts')
    .set({ month })
    .where('asked_by', 'is', null)
    .where('state', '=', 'signed')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('closed_periods').select('month'))),
    )
    .execute()
}

const numberOf = (at: number) => `QGDEMO2${String(at).padStart(3, '0')}`

const promoterNames = [
  ['Байжанова', 'Гүлнар', 'Маратқызы'],
  ['Сапаров', 'Дәурен', 'Ерланұлы'],
  ['Ли', 'Виктория', 'Андреевна'],
] as const
const staffNames = [
  ['Ахметова', 'Айгерім', 'Болатқызы'],
  ['Ким', 'Олег', 'Викторович'],
] as const

/** Promoters with goals and pay, and colleagues at the desks, with the password of the others. */
async function team({ db, clock }: Deps): Promise<{ iin: string; accountId: string }[]> {
  const now = clock.now()
  const since = addDays(clock.today(), -DAYS)
  const administrator = await db
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'staff')
    .where('administrator', '=', true)
    .executeTakeFirstOrThrow()
  const password_hash = await hashPassword(demoPassword)
  const people = [
    ...promoterNames.map((names) => ({ names, realm: 'promoter', role: 'promoter' })),
    ...staffNames.map((names) => ({ names, realm: 'cabinet', role: 'staff' })),
  ]
  for (const [at, { names, ...account }] of people.entries())
    await db
      .insertInto('accounts')
      .values({
        ...account,
        iin: iinOf(at, 9_700),
        phone: `7701009${String(9_000 + at)}`,
        surname: names[0],
        name: names[1],
        patronymic: names[2],
        password_hash,
        created_at: startOfDay(since),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const promoters = await db
    .selectFrom('accounts')
    .select(['id', 'iin'])
    .where('realm', '=', 'promoter')
    .where('iin', 'in', [demoPromoter.iin, ...promoterNames.map((_, at) => iinOf(at, 9_700))])
    .orderBy('iin')
    .execute()
  for (const [at, { id }] of promoters.entries()) {
    const set = await db
      .selectFrom('promoter_terms')
      .select('id')
      .where('account_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (!set)
      await db
        .insertInto('promoter_terms')
        .values({
          account_id: id,
          effective_from: since,
          day_goal: 2 + at,
          pay_percent: 25 + at * 5,
          set_at: now,
          set_by: administrator.id,
        })
        .execute()
  }
  return promoters.map(({ id, iin }) => ({ iin, accountId: id }))
}

/** The number of one of these hundred, as born on a day between 1962 and 2000 or in this year. */
function iinOf(at: number, serials: number, year?: number): string {
  for (let step = 0; ; step += 1) {
    const seed = at * 17 + step
    const born = pick(seed, serials, year ? 365 : 14_000)
    const day = addDays(`${year ?? 1962}-01-01`, born)
    const sex = year ? 3 : 3 + (seed % 2)
    const digits = `${day.slice(2).replaceAll('-', '')}${sex}${serials + (at % 100)}`
    const last = checkDigitOf(digits)
    if (last !== null) return `${digits}${last}`
  }
}

const Person = z.object({ iin: z.string(), phone: z.string() })
const Vehicle = z.object({ plate: z.string(), techPassport: z.string() })

const put = async ({ config }: Deps, path: string, body: object): Promise<unknown> => {
  const answer = await fetch(`${config.sandbox?.url}${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.json()
}
const human = async (deps: Deps, iin: string, more: object = {}): Promise<Human> =>
  Person.parse(await put(deps, `/control/people/${iin}`, more))

const models = [
  ['Toyota', 'Camry'],
  ['Hyundai', 'Tucson'],
  ['Kia', 'Sportage'],
  ['Chevrolet', 'Cobalt'],
  ['Lada', 'Granta'],
  ['Volkswagen', 'Polo'],
] as const

async function carOf(deps: Deps, at: number, owner: Human): Promise<Car> {
  const letter = (salt: number) => 'BCDEHKMNPRSTXYZ'[pick(at, salt, 15)] ?? 'B'
  const regions = ['01', '02', '05', '08', '17', '19']
  const plate = `${100 + at}${letter(1)}${letter(2)}D${regions[pick(at, 3, 6)] ?? '02'}`
  const [make, model] = models[pick(at, 4, models.length)] ?? models[0]
  const year = 2008 + pick(at, 5, 17)
  const made = await put(deps, `/control/vehicles/${plate}`, {
    ownerIin: owner.iin,
    make,
    model,
    year,
  })
  const { plate: registrationNumber, techPassport } = Vehicle.parse(made)
  return { registrationNumber, techPassport }
}

/** Returns a sale's outcome: most are issued, some never paid or cancelled, few paid too late. */
const stateOf = (at: number) => {
  const part = pick(at, 6, 20)
  if (part === 3 && at % 2 === 0) return 'refunded' as const
  if (part < 2) return 'expired' as const
  return part === 2 ? ('rejected' as const) : part === 4 ? ('cancelled' as const) : null
}

/** Paid today and not issued: these wait at the desk; one is refunded. */
const unissued = new Map([
  [4, { minutesAgo: 134, givenUp: false }],
  [9, { minutesAgo: 47, givenUp: false }],
  [14, { minutesAgo: 210, givenUp: true }],
])

async function sale(
  server: Server,
  at: number,
  promoters: readonly { iin: string; accountId: string }[],
): Promise<void> {
  const { deps } = server
  const client = await human(deps, iinOf(at, 9_100 + Math.floor(at / 100) * 100))
  const car = await carOf(deps, at, client)
  const by = pick(at, 7, 5) < 2 ? promoters[pick(at, 8, promoters.length)] : undefined
  const quoteId = await quoted(server, { client, car, by })
  if (!quoteId) return
  // More of them lately, and fewer at weekends, as a house that grows has them.
  const back = Math.floor((pick(at, 10, 1_000) / 1_000) ** 1.4 * DAYS)
  const of = {
    number: numberOf(at),
    start: addDays(deps.clock.today(), -back),
    phone: client.phone,
    hour: 8 + pick(at, 11, 12),
  }
  const state = stateOf(at)
  const waiting = unissued.get(at)
  if (waiting)
    await pastWaiting(deps, quoteId, {
      ...of,
      ...waiting,
      start: earliestStart(deps.clock.today()),
    })
  else if (state === 'refunded') await pastReturned(deps, quoteId, of)
  else if (state) await pastUnpaid(deps, quoteId, { ...of, state })
  else await pastPolicy(deps, quoteId, of)
}

type Asked = {
  client: Human
  car: Car
  by: { iin: string; accountId: string } | undefined
}

/** Makes a real quote of today; null if no insurer sells it. */
async function quoted({ app, deps }: Server, { client, car, by }: Asked) {
  const { db, clock } = deps
  const now = clock.now()
  const until = new Date(now.getTime() + 600_000)
  const token = by
    ? await createToken(
        db,
        {
          kind: 'promoter',
          iin: by.iin,
          phone: '',
          role: 'promoter',
          session: { accountId: by.accountId, device: 'demonstration', beganBy: 'password' },
        },
        now,
        until,
      )
    : await createToken(db, { ...client, kind: 'purchase' }, now, until)
  const place = { latitude: 43.2567, longitude: 76.9286, accuracy: 12 }
  const { path, reply } = by ? promoterCalculate : calculate
  try {
    const answer = await app.inject({
      method: 'POST',
      url: path,
      headers: { authorization: `Bearer ${token}` },
      payload: {
        drivers: [],
        vehicles: [car],
        insurant: { ...client, willDrive: true },
        operation: {
          applicationId: crypto.randomUUID(),
          ...(by ? { agentIin: by.iin, ...place } : {}),
        },
        order: { dateStart: earliestStart(clock.today()), period: 12 },
      },
    })
    const read = reply.safeParse(answer.json())
    if (!read.success || !read.data.success) return null
    return read.data.data.calculations[0]?.calculationId ?? null
  } finally {
    await db
      .deleteFrom('tokens')
      .where('iin', '=', by?.iin ?? client.iin)
      .where('created_at', '=', now)
      .execute()
  }
}

const damages = [
  'Бампер, капот',
  'Левая дверь, зеркало',
  'Артқы бампер, фара',
  'Лобовое стекло',
  'Оң жақ есік, табалдырық',
]
/** The states each claim reached, and how many days ago it was sent. */
const ways: readonly (readonly [daysAgo: number, ...states: string[]])[] = [
  [1],
  [0],
  [3],
  [18],
  [2, 'under_consideration'],
  [6, 'under_consideration'],
  [9, 'under_consideration'],
  [21, 'under_consideration'],
  [14, 'under_consideration', 'accepted'],
  [20, 'under_consideration', 'accepted'],
  [28, 'under_consideration', 'rejected'],
  [35, 'under_consideration', 'accepted', 'completed'],
]

/** Makes claims of the last months' clients, sent like any other and then backdated. */
async function claims(server: Server): Promise<void> {
  const { db, clock } = server.deps
  const policies = await db
    .selectFrom('policies')
    .innerJoin('orders', 'orders.id', 'policies.order_id')
    .select(['policies.global_id', 'policies.policyholder_iin as iin', 'orders.phone'])
    .where('orders.number', 'like', 'QGDEMO2%')
    .where('policies.start_date', '<', addDays(clock.today(), -36))
    .where((expression) =>
      expression.not(
        expression.exists(
          expression
            .selectFrom('claims')
            .select('claims.id')
            .whereRef('claims.policy_id', '=', 'policies.id'),
        ),
      ),
    )
    .orderBy('orders.number')
    .limit(CLAIMS)
    .execute()
  const { made } = await db
    .selectFrom('claims')
    .innerJoin('policies', 'policies.id', 'claims.policy_id')
    .innerJoin('orders', 'orders.id', 'policies.order_id')
    .select((expression) => expression.fn.countAll<string>().as('made'))
    .where('orders.number', 'like', 'QGDEMO2%')
    .executeTakeFirstOrThrow()
  for (const [at, policy] of policies.slice(0, CLAIMS - Number(made)).entries())
    await claim(server, at + Number(made), policy)
}

type Insured = { global_id: string; iin: string; phone: string }

async function claim({ deps }: Server, at: number, { global_id, ...client }: Insured) {
  const { db, clock, config } = deps
  const now = clock.now()
  const { id: accountId } = await db
    .insertInto('accounts')
    .values({ ...client, realm: 'cabinet', role: 'user', created_at: now })
    .onConflict((conflict) =>
      conflict.columns(['realm', 'iin']).doUpdateSet({ phone: client.phone }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const session = { accountId, device: 'demonstration', beganBy: 'code' as const }
  const token = await createToken(
    db,
    { ...client, kind: 'user', session },
    now,
    new Date(now.getTime() + 600_000),
  )
  const form = new FormData()
  const fields = {
    policy_number: global_id,
    policy_type: 'ogpo',
    claim_case: 'owner',
    claim_status: 'injured',
    damage_type: damages[at % damages.length] ?? '',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [place, slot] of claimSlots.entries()) {
    const picture = pictureOf(slot, at * 7 + place)
    form.set(`documents[${slot}]`, new Blob([new Uint8Array(picture)]), `${slot}.png`)
  }
  const answer = await fetch(`http://127.0.0.1:${config.port}${sendDocs.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
    body: form,
  })
  const sent = sendDocs.reply.safeParse(await answer.json())
  await db.deleteFrom('tokens').where('account_id', '=', accountId).execute()
  if (sent.success && sent.data.success) await datedBack(deps, sent.data.claim_id, at)
}

/** A claim as if it had been sent so many days ago, and what became of it since. */
async function datedBack({ db, clock }: Deps, claimId: string, at: number): Promise<void> {
  const [daysAgo, ...states] = ways[at % ways.length] ?? [0]
  const clerks = await db
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'staff')
    .orderBy('iin')
    .execute()
  const actor = `staff:${clerks[at % clerks.length]?.id ?? ''}`
  const sentAt = new Date(clock.now().getTime() - daysAgo * 24 * HOUR)
  const step = (daysAgo * 24 * HOUR) / (states.length + 1)
  const on = (place: number) => new Date(sentAt.getTime() + (place + 1) * step)
  const sum = 90_000 + pick(at, 12, 60) * 5_000
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('claim_history')
      .set({ at: sentAt })
      .where('claim_id', '=', claimId)
      .execute()
    await tx
      .updateTable('claim_events')
      .set({ at: sentAt })
      .where('claim_id', '=', claimId)
      .execute()
    for (const [place, state] of states.entries())
      await tx
        .insertInto('claim_history')
        .values({ claim_id: claimId, state, at: on(place), actor, reason: 'demonstration' })
        .execute()
    // The deciders had opened its papers.
    if (states.some((state) => state !== 'under_consideration'))
      await tx
        .insertInto('paper_verdicts')
        .columns(['file_id', 'claim_id', 'verdict', 'at', 'actor'])
        .expression((from) =>
          from
            .selectFrom('files')
            .select((expression) => [
              'id',
              'claim_id',
              expression.val('fits').as('verdict'),
              expression.val(on(0)).as('at'),
              expression.val(actor).as('actor'),
            ])
            .where('claim_id', '=', claimId)
            .where('kind', '=', 'slot'),
        )
        .execute()
    const decided = states.findIndex((state) => state === 'accepted' || state === 'rejected')
    const paid = states.indexOf('completed')
    await tx
      .updateTable('claims')
      .set({
        state: states.at(-1) ?? 'wait',
        created_at: sentAt,
        updated_at: states.length > 0 ? on(states.length - 1) : sentAt,
        submitted_on: almatyDay(sentAt),
        decided_on: decided < 0 ? null : almatyDay(on(decided)),
        paid_on: paid < 0 ? null : almatyDay(on(paid)),
        asked_sum: states.length > 0 ? sum : null,
        estimated_sum: states.length > 0 ? sum - 12_000 : null,
        payable_sum: states.includes('accepted') ? sum - 12_000 : null,
      })
      .where('id', '=', claimId)
      .execute()
  })
}

/** One person on a list and two namesakes of another tried to buy: the cases wait at the desk. */
async function hits(server: Server): Promise<void> {
  const namesake = { surname: 'Қасымов', name: 'Болат', patronymic: 'Қасымұлы' }
  const listed = [
    ['790101399902', {}],
    [iinOf(1, 9_400, 1983), namesake],
    [iinOf(2, 9_400, 1983), namesake],
  ] as const
  for (const [at, [iin, more]] of listed.entries()) {
    const known = await server.deps.db
      .selectFrom('kyc_cases')
      .select('iin')
      .where('iin', '=', iin)
      .executeTakeFirst()
    if (known) continue
    const client = await human(server.deps, iin, more)
    const car = await carOf(server.deps, SALES + at, client)
    await quoted(server, { client, car, by: undefined })
  }
}
