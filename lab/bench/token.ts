import { calls, control } from '../../tests/http.ts'

/** A token that may buy, by the code on the virtual phone. */
export async function purchaseToken(
  url: string,
  sandboxUrl: string,
  who: { iin: string; phone: string },
): Promise<string> {
  const { api } = calls(url)
  await api('sendClientOtp', who)
  const [message] = await control({ url: sandboxUrl }).messages(who.phone)
  const otp_code = /\b\d{4}\b/.exec(message?.text.replaceAll('1414', '') ?? '')?.[0] ?? ''
  const { body } = await api('validateClientOtp', { ...who, otp_code })
  if (!body.success) throw new Error(`no token: ${JSON.stringify(body)}`)
  return body.data.token
}
