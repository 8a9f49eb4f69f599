import type { z } from 'zod'
import type { CallName, Contract } from '#contract/index.ts'
import { type CallOptions, send } from './http.ts'

/**
 * Call name → method and path. The build writes the contract's table here, so the browser gets no schema; where no build has run
 * (unit tests render pages but call nothing) there is none.
 */
declare const __CONTRACT_PATHS__: Record<string, readonly [method: 'GET' | 'POST', path: string]>

type Body<Name extends CallName> = z.input<Contract[Name]['body']>
type Success<Reply> = Reply extends { success: false } ? never : Reply
/** What a call answers when it is not refused. */
export type Reply<Name extends CallName> = Success<z.output<Contract[Name]['reply']>>

/**
 * A call of our own server, typed by the contract. Answers the reply; a refusal and every failure are thrown and read
 * with `faultOf(error)` from http.ts. The schemas themselves stay on the server, which checks its replies by them.
 */
export async function api<Name extends CallName>(name: Name, body: Body<Name>, options: CallOptions = {}): Promise<Reply<Name>> {
  const row = __CONTRACT_PATHS__[name]
  if (!row) throw new Error(`The build knows no call '${name}'`)
  const [method, path] = row
  const language = document.documentElement.lang
  return (await send({ method, path, body: { ...(body as object) }, language, ...options })) as Reply<Name> // the door: the server checked it
}
