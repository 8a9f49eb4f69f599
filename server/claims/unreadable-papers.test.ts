import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { uploads } from '#contract/index.ts'
import { claimSlots } from '#domain/claims/papers.ts'
import { begunClaims } from '#tests/begun-claims.ts'
import { png } from '#tests/claim.ts'
import { jpegOf, pngOf } from '#tests/claim-way.ts'
import { account, signedIn } from '#tests/client.ts'
import { firstClerk } from '#tests/desk-claims.ts'
import { sheetOf, spitefulSheets } from '#tests/sheets.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { fieldText } from '#texts/fields.ts'

const at = sharedTestApp()
const { begun, kept } = begunClaims(at)
let standing: ReturnType<typeof begins> | null = null
/** A client with a policy and a claim begun under it, and one of the staff. */
const people = () => (standing ??= begins())
async function begins() {
  const { token, globalId, id } = await begun()
  await account(at(), firstClerk, { role: 'staff' })
  return { client: token, globalId, draft: id, staff: await signedIn(at(), firstClerk) }
}

/** For each upload call: the fields around the paper, and its own field. */
const doors: {
  [Name in Exclude<keyof typeof uploads, 'kycUploadList'>]: {
    by: 'client' | 'staff'
    field: string
    fields: () => Promise<Record<string, string>>
  }
} = {
  claimSendDocs: {
    by: 'client',
    field: 'documents[id_front]',
    fields: async () => ({
      policy_number: (await people()).globalId,
      policy_type: 'ogpo',
      claim_case: 'owner',
      claim_status: 'injured',
      damage_type: 'Бампер',
    }),
  },
  claimAddPhotograph: {
    by: 'client',
    field: 'photograph',
    fields: async () => ({ draft_id: (await people()).draft, id: randomUUID(), shows: 'id_front' }),
  },
  claimAnswerRequest: {
    by: 'client',
    field: 'document',
    fields: async () => ({ claim_id: 'QC00000001', request_id: '1' }),
  },
  staffClaimUploadReport: {
    by: 'staff',
    field: 'report',
    fields: async () => ({ claim_id: 'QC00000001', visible: 'true' }),
  },
  kycAddDocument: {
    by: 'staff',
    field: 'document',
    fields: async () => ({ case_id: randomUUID() }),
  },
  staffAddEndingDocument: {
    by: 'staff',
    field: 'document',
    fields: async () => ({ calc_id: randomUUID() }),
  },
}

async function sends(name: keyof typeof doors, content: Buffer) {
  const { by, field, fields } = doors[name]
  const form = new FormData()
  for (const [key, value] of Object.entries(await fields())) form.set(key, value)
  const others = name === 'claimSendDocs' ? claimSlots.map((slot) => `documents[${slot}]`) : []
  for (const other of others)
    if (other !== field) form.set(other, new Blob([new Uint8Array(png)]), 'a.png')
  form.set(field, new Blob([new Uint8Array(content)]), 'құжат')
  const { client, staff } = await people()
  const answer = await fetch(`${at().url}${uploads[name].path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${by === 'client' ? client : staff}`,
      'accept-language': 'ru',
    },
    body: form,
  })
  return { status: answer.status, body: await answer.json() }
}

/** A picture whose header claims so many pixels. */
function pngOfPixels(side: number): Buffer {
  const picture = pngOf()
  picture.writeUInt32BE(side, 16)
  picture.writeUInt32BE(side, 20)
  return picture
}
const shapes: Record<string, readonly [Buffer, string]> = {
  ...spitefulSheets,
  'a PNG cut at 30 bytes': [pngOf().subarray(0, 30), 'photo_unreadable'],
  'a PNG cut in its picture': [pngOf().subarray(0, 300), 'photo_unreadable'],
  'a PNG of too many pixels': [pngOfPixels(30_000), 'photo_png_large'],
  'a JPEG cut off': [jpegOf({ ended: false, orientation: 6 }), 'photo_unreadable'],
  'a JPEG without a picture': [Buffer.from('ffd8ffe000104a46ffd9', 'hex'), 'photo_unreadable'],
}

test.each(Object.keys(doors) as (keyof typeof doors)[])(
  '%s takes no paper that nobody can open, says why beside the field and keeps nothing',
  async (name) => {
    await people()
    const before = kept()
    const answers: Record<string, unknown> = {}
    const wanted: Record<string, unknown> = {}
    for (const [shape, [content, words]] of Object.entries(shapes)) {
      const { status, body } = await sends(name, content)
      answers[shape] = { status, errors: body.errors }
      const { field } = doors[name]
      wanted[shape] = { status: 422, errors: [{ path: field, message: fieldText(words, 'ru') }] }
    }
    expect(answers).toEqual(wanted)
    expect(kept()).toBe(before)
    // Complete papers pass this check: a later refusal comes from their target.
    for (const whole of [sheetOf(), pngOf(), jpegOf()])
      expect((await sends(name, whole)).status).not.toBe(422)
  },
)
