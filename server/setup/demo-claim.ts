import { z } from 'zod'
import { claimSlots, sendDocs } from '#contract/claims.ts'
import type { Server } from '../app.ts'
import { pictureOf } from './demo-pictures.ts'

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
