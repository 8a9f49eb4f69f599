import type { z } from 'zod'
import { type Send, Unavailable } from '../http.ts'
import type { FiscalConfig } from './port.ts'
import { codes, type Operation, paths } from './protocol.ts'
import { Authorized, Errors } from './replies.ts'

type Answer<T> = { data: T } | { code: number; text: string }
type Call = <T>(
  operation: Operation,
  key: string | undefined,
  body: Record<string, unknown>,
  shape: z.ZodType<{ Data: T }>,
) => Promise<Answer<T>>

/** Signs in when it must, and once more when the session turns out to be over. */
export function session(
  { address, apiKey, login, password }: FiscalConfig,
  send: Send<Operation>,
): Call {
  let token: string | null = null

  const post = async <T>(
    operation: Operation,
    key: string | undefined,
    body: Record<string, unknown>,
    shape: z.ZodType<{ Data: T }>,
  ): Promise<Answer<T>> => {
    const reply = await send({
      operation,
      ...(key ? { key } : {}),
      method: 'POST',
      url: `${address.replace(/\/$/, '')}${paths[operation]}`,
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify(body),
      safe: operation !== 'Check' && operation !== 'ZReport',
    })
    if (reply.status !== 200) throw new Unavailable('fiscal', operation, `HTTP ${reply.status}`)
    const value = parsed(reply.text)
    const errors = Errors.safeParse(value)
    const data = shape.safeParse(value)
    const error = errors.success ? errors.data.Errors[0] : undefined
    // "Known already" may bring the receipt along.
    if (error && !(error.Code === codes.known && data.success))
      return { code: error.Code, text: error.Text }
    if (data.success) return { data: data.data.Data }
    throw new Unavailable(
      'fiscal',
      operation,
      `${data.error.issues[0]?.path.join('.') || 'reply'}: not as documented`,
    )
  }

  const signedIn = async (): Promise<string> => {
    const answer = await post(
      'Authorize',
      undefined,
      { Login: login, Password: password },
      Authorized,
    )
    return orThrow('Authorize', answer).Token
  }

  return async (operation, key, body, shape) => {
    token ??= await signedIn()
    const answer = await post(operation, key, { Token: token, ...body }, shape)
    if (
      !('code' in answer) ||
      (answer.code !== codes.sessionOver && answer.code !== codes.notAuthorized)
    )
      return answer
    token = null
    token = await signedIn()
    return post(operation, key, { Token: token, ...body }, shape)
  }
}

export function orThrow<T>(operation: Operation, answer: Answer<T>): T {
  if ('data' in answer) return answer.data
  throw failure(operation, answer)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const failure = (operation: Operation, { code, text }: { code: number; text: string }) =>
  new Unavailable('fiscal', operation, `code ${code}: ${text}`.slice(0, 200))
