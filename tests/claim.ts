import { sendDocs } from '#contract/claims.ts'
import { claimSlots } from '#domain/claims/papers.ts'
import { jpegOf } from './claim-way.ts'
import { signedIn } from './client.ts'
import { ordered, paysBill, purchaseToken, settled } from './sale.ts'
import { sheetOf } from './sheets.ts'
import { type TestApp, until } from './test-app.ts'

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const pdf = sheetOf()
export const jpeg = jpegOf()

/** A client with a policy of their own. */
export async function withPolicy(of: TestApp) {
  const buying = await purchaseToken(of)
  const { orderId } = await ordered(of, buying)
  await paysBill(of)
  const issued = await settled(of, buying, orderId)
  if (!issued.success || !issued.data.globalId) throw new Error('not issued')
  return { token: await signedIn(of), globalId: issued.data.globalId }
}

/** Waits until every file of a claim has been scanned and opens. */
export const scanned = (of: Pick<TestApp, 'db'>, claim: string) =>
  until(
    () => of.db.selectFrom('files').select('scan').where('claim_id', '=', claim).execute(),
    (files) => files.length > 0 && files.every(({ scan }) => scan === 'clean'),
  )

export type ClaimForm = {
  fields?: Record<string, string | undefined>
  files?: Partial<Record<string, Buffer | null>>
  key?: string
}
/** A claim by its form: six small pictures, unless a slot is given another content or nothing. */
export async function sends(
  of: Pick<TestApp, 'url'>,
  token: string,
  globalId: string,
  { fields = {}, files = {}, key }: ClaimForm = {},
) {
  const form = new FormData()
  const all = {
    policy_number: globalId,
    policy_type: 'ogpo',
    claim_case: 'owner',
    claim_status: 'injured',
    damage_type: 'Бампер',
    policy_start_date: '2026-11-21',
    premium: '36094',
    ...fields,
  }
  for (const [name, value] of Object.entries(all)) if (value !== undefined) form.set(name, value)
  for (const slot of claimSlots) {
    const content = slot in files ? files[slot] : png
    if (content)
      form.set(`documents[${slot}]`, new Blob([new Uint8Array(content)]), `${slot} құжаты.png`)
  }
  const answer = await fetch(`${of.url}${sendDocs.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'accept-language': 'ru',
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: form,
  })
  return { status: answer.status, body: await answer.json() }
}
