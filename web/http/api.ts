import type { z } from 'zod'
import type { CallName, Contract } from '#contract/index.ts'
import { addressOfCall } from './call-address.ts'
import { type CallOptions, send } from './http.ts'

type Body<Name extends CallName> = z.input<Contract[Name]['body']>
type Success<Reply> = Reply extends { success: false } ? never : Reply
/** What a call answers when it is not refused. */
export type Reply<Name extends CallName> = Success<z.output<Contract[Name]['reply']>>

/**
 * A call of our own server, typed by the contract. Answers the reply; a refusal and every failure
 * are thrown and read with `apiErrorOf(error)` from http.ts. The schemas themselves stay on the
 * server, which checks its replies by them.
 */
export async function api<Name extends CallName>(
  name: Name,
  body: Body<Name>,
  options: CallOptions = {},
): Promise<Reply<Name>> {
  const { method, path } = addressOfCall(name)
  const language = document.documentElement.lang
  return (await send({
    method,
    path,
    body: { ...(body as object) },
    language,
    ...options,
  })) as Reply<Name> // the door: the server checked it
}
