import { buyer } from './sale.ts'
import { type TestApp, until } from './test-app.ts'

/** Another client of the sandbox, for tests of what is not theirs. */
export const stranger = { iin: '880214399916', phone: '77010000999' }

/** The newest message with a code of ours on a virtual phone; 1414's are another thing. */
const codeMessage = async (at: Pick<TestApp, 'messages'>, phone: string) =>
  (await at.messages(phone)).find(
    ({ text }) => / код/.test(text) && !/дербес деректер|персональных данных/.test(text),
  )

/** The newest four-digit code we ourselves sent to a virtual phone. */
export async function codeOn(at: Pick<TestApp, 'messages'>, phone: string): Promise<string> {
  return codeIn((await codeMessage(at, phone))?.text ?? '')
}
const codeIn = (text: string): string => [...text.matchAll(/\b\d{4}\b/g)].at(-1)?.[0] ?? ''

/** An account without a purchase, as the row a purchase leaves. */
export async function account(
  at: TestApp,
  who: { iin: string; phone: string } = buyer,
  more: { role?: string; administrator?: boolean } = {},
) {
  return at.db
    .insertInto('accounts')
    .values({ iin: who.iin, phone: who.phone, created_at: at.server.deps.clock.now(), ...more })
    .onConflict((conflict) => conflict.columns(['realm', 'iin']).doUpdateSet({ phone: who.phone }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A session of the client, begun by the code on the virtual phone. */
export async function signedIn(
  at: TestApp,
  who: { iin: string; phone: string } = buyer,
): Promise<string> {
  await account(at, who)
  const earlier = await codeMessage(at, who.phone)
  const sent = await at.api('cabinetSendCode', { phone: who.phone })
  if (!sent.body.success) throw new Error(`no code: ${JSON.stringify(sent.body)}`)
  const message = await until(
    () => codeMessage(at, who.phone),
    (found) => found !== undefined && found.id !== earlier?.id,
  )
  const entered = await at.api('cabinetLoginByCode', {
    phone: who.phone,
    code: codeIn(message?.text ?? ''),
  })
  if (!entered.body.success) throw new Error(`no session: ${JSON.stringify(entered.body)}`)
  return entered.body.token
}

/** The client's own password, by the way of a person: code, then change. */
export async function hasPassword(
  at: TestApp,
  password: string,
  who: { iin: string; phone: string } = buyer,
): Promise<string> {
  const token = await signedIn(at, who)
  const changed = await at.api(
    'cabinetChangePassword',
    { password, password_repeat: password },
    token,
  )
  if (!changed.body.success) throw new Error(`no password: ${JSON.stringify(changed.body)}`)
  return token
}
