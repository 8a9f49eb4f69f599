import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answerRequest, sendDocs } from '#contract/claims.ts'
import { uploadList } from '#contract/kyc-lists.ts'
import { uploadReport } from '#contract/staff-claim-acts.ts'
import { claimSlots } from '#domain/claims/papers.ts'
import { jpeg, pdf, png, scanned, sends, withPolicy } from '#tests/claim.ts'
import { account, signedIn } from '#tests/client.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { fileName } from '../files/upload.ts'

const at = sharedTestApp()
const clerk = { iin: '880808399905', phone: '77010000777' }
let standing: Promise<{ client: string; globalId: string; staff: string }> | null = null
const people = () => (standing ??= begin())
async function begin() {
  const { token, globalId } = await withPolicy(at())
  await account(at(), clerk, { role: 'staff' })
  return { client: token, globalId, staff: await signedIn(at(), clerk) }
}

type Part = { name: string; filename?: string; type?: string; content: Buffer | string }
/** A form written by hand: the marks between its parts, and its end unless it is cut off. */
function form(parts: readonly Part[], ended = true): Buffer {
  const marked = parts.flatMap(({ name, filename, type, content }, index) => [
    `${index > 0 ? '\r\n' : ''}--x\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n`,
    `${type ? `content-type: ${type}\r\n` : ''}\r\n`,
    content,
  ])
  return Buffer.concat([...marked, ended ? '\r\n--x--\r\n' : ''].map((piece) => Buffer.from(piece)))
}
async function posts(
  path: string,
  token: string,
  body: Buffer,
  type = 'multipart/form-data; boundary=x',
) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  const answer = await fetch(`${at().url}${path}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  })
  return { status: answer.status, body: await answer.json() }
}
const kept = async () => ({
  rows: (await at().db.selectFrom('files').select('id').execute()).length,
  bytes: readdirSync(at().server.deps.config.filesDir, {
    recursive: true,
    withFileTypes: true,
  }).filter((one) => one.isFile()).length,
})
const fields = (of: Record<string, string>): Part[] =>
  Object.entries(of).map(([name, content]) => ({ name, content }))
const claimFields = (globalId: string) =>
  fields({
    policy_number: globalId,
    policy_type: 'ogpo',
    claim_case: 'owner',
    claim_status: 'injured',
    damage_type: 'Бампер',
  })
const file = (name: string, content: Buffer = png, filename = 'a.png'): Part => ({
  name,
  filename,
  type: 'application/octet-stream',
  content,
})
const large = Buffer.concat([png, Buffer.alloc(300_000, 7)])

test('a form that breaks off, wherever it does, is the sender’s mistake and leaves nothing', async () => {
  const { client, staff, globalId } = await people()
  const { body } = await sends(at(), client, globalId)
  await at().api('staffClaimRequest', { claim_id: body.claim_id, slot: 'id_back' }, staff)
  const [asked] = await at()
    .db.selectFrom('claim_requests')
    .select('id')
    .where('claim_id', '=', body.claim_id)
    .execute()
  const answers = fields({ claim_id: body.claim_id, request_id: String(asked?.id) })
  const before = await kept()
  const slots = claimSlots.map((slot) => file(`documents[${slot}]`))
  const broken: [path: string, token: string, body: Buffer, type?: string][] = [
    [sendDocs.path, client, form([...claimFields(globalId), ...slots], false)],
    [
      sendDocs.path,
      client,
      form(
        [...claimFields(globalId), ...slots.slice(0, 2), file('documents[id_back]', large)],
        false,
      ),
    ],
    [sendDocs.path, client, form(claimFields(globalId)).subarray(0, 90)],
    [sendDocs.path, client, form([file('documents[id_front]')]).subarray(0, 30)],
    [sendDocs.path, client, form(slots), 'multipart/form-data'],
    [sendDocs.path, client, Buffer.from('no form at all')],
    [answerRequest.path, client, form([...answers, file('document', large)], false)],
    [answerRequest.path, client, form([file('document'), ...answers], false)],
    [answerRequest.path, client, form([...answers, file('document')]), 'multipart/form-data'],
    [
      uploadReport.path,
      staff,
      form([...fields({ claim_id: body.claim_id, visible: 'true' }), file('report', large)], false),
    ],
    [
      uploadReport.path,
      staff,
      form([file('report', pdf), ...fields({ claim_id: body.claim_id, visible: 'true' })], false),
    ],
    [uploadList.path, staff, form([...fields({ list: 'UN' }), file('file', large)], false)],
    [
      uploadList.path,
      staff,
      form([...fields({ list: 'UN' }), file('file')]),
      'multipart/form-data',
    ],
  ]
  for (const [index, [path, token, content, type]] of broken.entries()) {
    const answer = await posts(path, token, content, type)
    expect({ index, status: answer.status, success: answer.body.success }).toEqual({
      index,
      status: 422,
      success: false,
    })
  }
  expect(await kept()).toEqual(before)
  const claims = await at().db.selectFrom('claims').select('id').execute()
  expect(claims).toHaveLength(1)
})

test('a file without a name has one by what it is, and a picture that calls itself a page is stored and served as a picture', async () => {
  const { client, globalId } = await people()
  const names = ['', 'a.html', 'сурет.JPEG', 'b.jpg.exe', '../c', 'd.pdf']
  const slots = claimSlots.map((slot, index) =>
    file(`documents[${slot}]`, jpeg, names[index] ?? ''),
  )
  const { status, body } = await posts(
    sendDocs.path,
    client,
    form([...claimFields(globalId), ...slots]),
  )
  expect({ status, success: body.success }).toEqual({ status: 200, success: true })
  const rows = await at()
    .db.selectFrom('files')
    .select(['id', 'slot', 'name'])
    .where('claim_id', '=', body.claim_id)
    .execute()
  const nameOf = new Map(rows.map(({ slot, name }) => [slot, name]))
  expect(claimSlots.map((slot) => nameOf.get(slot))).toEqual([
    'file.jpg',
    'a.jpg',
    'сурет.JPEG',
    'b.jpg.jpg',
    'c.jpg',
    'd.jpg',
  ])
  // One stored before, under its original name.
  const page = rows.find(({ name }) => name === 'a.jpg')?.id ?? ''
  await at().db.updateTable('files').set({ name: 'a.html' }).where('id', '=', page).execute()
  await scanned(at(), body.claim_id)
  const link = await at().api('cabinetFileLink', { id: page }, client)
  const opened = await fetch(String(link.body.success && link.body.url))
  expect(opened.headers.get('content-disposition')).toBe(
    `inline; filename="a.jpg"; filename*=UTF-8''a.jpg`,
  )
  expect(opened.headers.get('content-type')).toBe('image/jpeg')
})

test.each([
  [undefined, 'image/png', 'file.png'],
  ['.html', 'image/png', 'file.png'],
  ['C:\\temp\\photo.PNG', 'image/png', 'photo.PNG'],
  ['gpj\u202elmth.exe', 'application/pdf', 'gpjlmth.pdf'],
  ['a"\r\nb.pdf', 'application/pdf', 'ab.pdf'],
  ['2026.11.20', 'application/pdf', '2026.11.20.pdf'],
  [`${'ә'.repeat(300)}.svg`, 'image/jpeg', `${'ә'.repeat(116)}.jpg`],
] as const)('the name %j of %s is kept as %s', (given, mime, name) => {
  expect(fileName(given, mime)).toBe(name)
})
