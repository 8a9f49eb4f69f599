import { expect, test } from 'vitest'
import { type CallName, contract, uploads } from '#contract/index.ts'
import { account, signedIn, stranger } from '#tests/client.ts'
import { purchaseToken } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()
const isCall = (name: string): name is CallName => name in contract
const ofCabinet = [
  ...Object.keys(contract)
    .filter(isCall)
    .map((name) => ({ name, ...contract[name] })),
  { name: 'claimSendDocs', ...uploads.claimSendDocs },
].filter(({ path }) => path.startsWith('/api/cabinet/'))

let tokens: Promise<Record<'purchase' | 'temporary' | 'accountant', string>> | null = null
const kinds = () => (tokens ??= all())
async function all() {
  await account(at(), { iin: '850505499909', phone: '77010000555' }, { role: 'accountant' })
  const accountant = await signedIn(at(), { iin: '850505499909', phone: '77010000555' })
  await account(at(), stranger)
  await at().api('cabinetForgotPassword', { phone: stranger.phone })
  const password =
    / ([a-z2-9]{10})\n/.exec((await at().messages(stranger.phone))[0]?.text ?? '')?.[1] ?? ''
  const signed = await at().api('cabinetLogin', { iin: stranger.iin, password })
  if (!signed.body.success) throw new Error('no session by temporary password')
  return { purchase: await purchaseToken(at()), temporary: signed.body.token, accountant }
}

test.each(
  ofCabinet.map(
    ({ name, path, method, may }) =>
      [name, method, path, may.some((who) => who === 'everyone')] as const,
  ),
)('%s is closed to whoever it is not for', async (name, method, path, open) => {
  spec('6.every-cabinet-call-against')

  const body = method === 'GET' ? {} : { body: {} }
  const ask = (token?: string) => at().raw(path, { method, ...body, token })
  if (open) {
    expect((await ask()).status).not.toBe(401)
    return
  }
  const { purchase, temporary, accountant } = await kinds()
  expect((await ask()).status).toBe(401)
  expect((await ask('A'.repeat(43))).status).toBe(401)
  expect((await ask(purchase)).status).toBe(403)
  const worksUnderTemporary = ['cabinetUser', 'cabinetChangePassword', 'cabinetLogout'].includes(
    name,
  )
  if (!worksUnderTemporary)
    expect(await ask(temporary)).toMatchObject({
      status: 403,
      body: { error: 'password_change_required' },
    })
  // An accountant is a client of the cabinet too.
  if (!/logout/i.test(name)) expect([401, 403]).not.toContain((await ask(accountant)).status)
})
