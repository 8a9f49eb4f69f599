import { legalVersions } from '#texts/legal-versions.ts'
import { hashPassword } from '../accounts/change-password.ts'
import type { Deps } from '../deps.ts'
import { client } from './demo-claim.ts'
import { demoPromoter } from './demo-promoter.ts'

/** The accounts of the demonstration. */

export const demoPassword = 'demo-2026'
type Demo = {
  iin: string
  role: string
  administrator?: boolean
  phone?: string
  names: [surname: string, name: string, patronymic: string]
  who: string
}
/** Staff have phones for the code of the second step, where it is switched on. */
const accounts: Demo[] = [
  { ...client, role: 'user', names: ['Әбдіқадыров', 'Нұрлан', 'Серікұлы'], who: 'client' },
  {
    iin: '850505499909',
    phone: '77010000901',
    role: 'accountant',
    names: ['Ермекова', 'Жанар', 'Сәбитқызы'],
    who: 'accountant',
  },
  {
    iin: '780915399906',
    phone: '77010000904',
    role: 'accountant',
    names: ['Омаров', 'Талғат', 'Бекенұлы'],
    who: 'second accountant',
  },
  {
    iin: '880808399905',
    phone: '77010000902',
    role: 'staff',
    names: ['Тұрсынов', 'Ерлан', 'Бақытұлы'],
    who: 'staff',
  },
  {
    iin: '880808399915',
    phone: '77010000903',
    role: 'staff',
    administrator: true,
    names: ['Сейітова', 'Мәдина', 'Арманқызы'],
    who: 'staff administrator',
  },
]
/** The logins to print. */
export const demoLogins = [...accounts.map(({ iin, who }) => ({ iin, who })), demoPromoter]

export async function demoAccounts({ db, clock }: Deps) {
  const known = await db
    .selectFrom('accounts')
    .select('iin')
    .where('realm', '=', 'cabinet')
    .where('password_hash', 'is not', null)
    .execute()
  const now = clock.now()
  for (const { iin, role, administrator, phone, names } of accounts) {
    if (known.some((account) => account.iin === iin)) continue
    const [surname, name, patronymic] = names
    const row = {
      role,
      administrator: administrator ?? false,
      surname,
      name,
      patronymic,
      password_hash: await hashPassword(demoPassword),
    }
    if (phone)
      await db
        .updateTable('accounts')
        .set({ phone: null })
        .where('phone', '=', phone)
        .where('iin', '<>', iin)
        .execute()
    await db
      .insertInto('accounts')
      .values({ iin, ...row, phone: phone ?? null, created_at: now })
      .onConflict((conflict) =>
        conflict.columns(['realm', 'iin']).doUpdateSet({ ...row, phone: phone ?? null }),
      )
      .execute()
  }
  const agreed = await db
    .selectFrom('consents')
    .select('id')
    .where('iin', '=', client.iin)
    .limit(1)
    .executeTakeFirst()
  if (agreed) return
  await db
    .insertInto('consents')
    .values({
      ...client,
      kind: 'policyholder',
      state: 'approved',
      channel: 'sms_code',
      text_version: legalVersions.personalData,
      asked_by: client.iin,
      requested_at: now,
      answer_until: now,
      answered_at: now,
      valid_until: new Date(now.getTime() + 30 * 86_400_000),
    })
    .execute()
}
