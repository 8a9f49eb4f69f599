import { z } from 'zod'
import { sendDocs } from '#contract/claims.ts'
import { claimSlots } from '#domain/claims/papers.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import { hashPassword } from '../accounts/change-password.ts'
import type { Server } from '../app.ts'
import type { Deps } from '../deps.ts'
import { pictureOf } from './demo-pictures.ts'
import { demoPromoter } from './demo-promoter.ts'

export const client = { iin: '850315399904', phone: '77010000001' }

export async function claim({ deps }: Server, token: string) {
  const policy = await deps.db
    .selectFrom('policies')
    .select('global_id')
    .where('kind', '=', 'ogpo')
    .where('policyholder_iin', '=', client.iin)
    .orderBy('end_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!policy) return
  const form = new FormData()
  const fields = {
    policy_number: policy.global_id,
    policy_type: 'ogpo',
    claim_case: 'owner',
    claim_status: 'injured',
    damage_type: 'Бампер, капот',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [place, slot] of claimSlots.entries())
    form.set(
      `documents[${slot}]`,
      new Blob([new Uint8Array(pictureOf(slot, place))]),
      `${slot}.png`,
    )
  const answer = await fetch(`http://127.0.0.1:${deps.config.port}${sendDocs.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
    body: form,
  })
  z.object({ success: z.literal(true) }).parse(await answer.json())
}

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
/** Staff have phones for the second step's code, if it is switched on. */
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
