import { calculate } from '#contract/promoter.ts'
import { addDays } from '#domain/calendar.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import { hashPassword } from '../accounts/change-password.ts'
import type { Server } from '../app.ts'
import type { Deps } from '../deps.ts'
import { createToken } from '../http/create-token.ts'
import { pastPolicy } from './demo-policy.ts'

/**
 * The demonstration promoter: an account apart from the cabinets', with sales of this week, of this
 * month and one about to end.
 */
export const demoPromoter = { iin: '900101399908', who: 'promoter' }
const phone = '77010000017'
const names = { surname: 'Досжанов', name: 'Әділет', patronymic: 'Қанатұлы' }
/** An ordinary street of Almaty, far from the service centres of the seed. */
const place = { latitude: 43.2567, longitude: 76.9286, accuracy: 12 }

const past = [
  {
    number: 'QGDEMO101',
    daysAgo: 345,
    client: { iin: '900622499917', phone: '77010000020' },
    car: ['777AST01', 'AC20010001'],
  },
  {
    number: 'QGDEMO102',
    daysAgo: 9,
    client: { iin: '880214399916', phone: '77010000019' },
    car: ['456KZA02', 'AB12345679'],
  },
  {
    number: 'QGDEMO103',
    daysAgo: 0,
    client: { iin: '951108399918', phone: '77010000025' },
    car: ['305SHM17', 'AC20010002'],
  },
] as const

/** Safe to repeat and to break off. */
export async function prepareDemoPromoter({ app, deps }: Server, password: string): Promise<void> {
  const { db, clock } = deps
  const accountId = await demoAccount(deps, password)
  const known = await db
    .selectFrom('orders')
    .select('number')
    .where('number', 'like', 'QGDEMO1%')
    .execute()
  const wanted = past.filter(({ number }) => !known.some((order) => order.number === number))
  if (wanted.length === 0) return
  const now = clock.now()
  const token = await createToken(
    db,
    {
      kind: 'promoter',
      iin: demoPromoter.iin,
      phone,
      role: 'promoter',
      session: { accountId, device: '', beganBy: 'password' },
    },
    now,
    new Date(now.getTime() + 600_000),
  )
  try {
    for (const { number, daysAgo, client, car } of wanted) {
      const answer = await app.inject({
        method: 'POST',
        url: calculate.path,
        headers: { authorization: `Bearer ${token}` },
        payload: {
          drivers: [],
          vehicles: [{ registrationNumber: car[0], techPassport: car[1] }],
          insurant: { ...client, willDrive: true },
          operation: { applicationId: crypto.randomUUID(), agentIin: demoPromoter.iin, ...place },
          order: { dateStart: earliestStart(clock.today()), period: 12 },
        },
      })
      const read = calculate.reply.parse(answer.json())
      if (!read.success)
        throw new Error(`the promoter's demonstration quote was refused: ${read.code}`)
      const start = addDays(clock.today(), -daysAgo)
      await pastPolicy(deps, read.data.calculations[0]?.calculationId ?? '', {
        number,
        start,
        phone: client.phone,
      })
    }
  } finally {
    await db
      .deleteFrom('tokens')
      .where('account_id', '=', accountId)
      .where('device', '=', '')
      .where('created_at', '=', now)
      .execute()
  }
}

async function demoAccount({ db, clock }: Deps, password: string): Promise<string> {
  const known = await db
    .selectFrom('accounts')
    .select(['id', 'password_hash'])
    .where('realm', '=', 'promoter')
    .where('iin', '=', demoPromoter.iin)
    .executeTakeFirst()
  if (known?.password_hash) return known.id
  const row = { ...names, phone, password_hash: await hashPassword(password) }
  const { id } = await db
    .insertInto('accounts')
    .values({
      realm: 'promoter',
      role: 'promoter',
      iin: demoPromoter.iin,
      created_at: clock.now(),
      ...row,
    })
    .onConflict((conflict) => conflict.columns(['realm', 'iin']).doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
