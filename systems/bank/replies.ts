import type { z } from 'zod'
import { type Reply, Unavailable } from '../http.ts'
import { failedReply } from './protocol.ts'

export const parsed = ({ text }: Reply): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The code and the words of a no; throws `Unavailable` with the field's name for what is neither a
 * yes nor a no.
 */
export function failureIn(
  operation: string,
  reply: Reply,
  wrong: z.ZodError,
): { code: number; text: string } {
  const no = failedReply.safeParse(parsed(reply))
  if (no.success)
    return {
      code: no.data.StatusCode,
      text: typeof no.data.Message === 'string' ? no.data.Message : '',
    }
  const field = wrong.issues[0]?.path.join('.') ?? ''
  throw new Unavailable(
    'bank',
    operation,
    `unreadable reply${field ? `: ${field}` : ''} (HTTP ${reply.status})`,
    true,
    { cause: wrong },
  )
}

/** What a call answers in its shape, or the code and the words of a no. */
export function read<T extends z.ZodType>(
  operation: string,
  shape: T,
  reply: Reply,
): { data: z.infer<T> } | { code: number; text: string } {
  const yes = shape.safeParse(parsed(reply))
  return yes.success ? { data: yes.data } : failureIn(operation, reply, yes.error)
}
