import type { z } from 'zod'
import { type Reply, type Send, Unavailable } from '../http.ts'
import type { AcquirerConfig, Refusal } from './port.ts'
import { answerScripts, type Operation, pathOf, scriptOf } from './protocol.ts'
import { isRefusal, type RefusalReply, refusal } from './replies.ts'
import { Unclear } from './standing.ts'
import { isSigned, type PgParams, readXml, signed, trimmed } from './xml.ts'

/**
 * One signed question: an answer in its shape, or a signed error of theirs. An error that is not
 * signed says nothing, neither yes nor no.
 */
export type AskAcquirer = <T extends z.ZodType>(
  operation: Operation,
  shape: T,
  key: string,
  fields: PgParams,
  safe: boolean,
) => Promise<z.infer<T> | RefusalReply>

export function exchange(
  { address, merchantId, secret }: AcquirerConfig,
  send: Send<Operation>,
): AskAcquirer {
  return async (operation, shape, key, fields, safe) => {
    const form = signed(scriptOf(operation), { pg_merchant_id: merchantId, ...fields }, secret)
    const reply = await send({
      operation,
      key,
      method: 'POST',
      url: `${address}${pathOf(operation, merchantId)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(
        Object.entries(form).map(([name, value]) => [name, String(value)]),
      ).toString(),
      safe,
    })
    const answer = proved(operation, reply)
    const read = (isRefusal(answer) ? refusal : shape).safeParse(answer)
    if (read.success) return read.data
    throw unclear(
      operation,
      `unreadable reply: ${read.error.issues.map(({ path }) => path.join('.')).join(', ')}`,
    )
  }

  function proved(operation: Operation, { text, status }: Reply): PgParams {
    let answer: PgParams
    try {
      answer = readXml(text)
    } catch (cause) {
      throw unclear(operation, `unreadable reply: HTTP ${status}`, cause)
    }
    const isTheirs = answerScripts(operation).some((script) => isSigned(script, answer, secret))
    const fields = trimmed(answer)
    const code = typeof fields.pg_error_code === 'string' ? fields.pg_error_code.slice(0, 10) : ''
    if (!isTheirs)
      throw unclear(operation, code ? `unsigned error ${code}` : 'unreadable reply: pg_sig')
    return fields
  }
}

/** No answer of theirs that says anything for certain. */
export const unclear = (operation: Operation, what: string, cause?: unknown) =>
  new Unavailable('acquirer', operation, what, true, { cause })
/** Runs `read`; an `Unclear` from it becomes an unclear reply of this operation. */
export function certain<T>(operation: Operation, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof Unclear) throw unclear(operation, `unclear reply: ${cause.message}`, cause)
    throw cause
  }
}
export const refusalOf = (reply: RefusalReply): Refusal => ({
  refused: reply.pg_error_code,
  text: reply.pg_error_description || reply.pg_failure_description || '',
})
