import { z } from 'zod'

/** SMSC.kz `send.php`, form-encoded, `fmt=3`: HTTP 200 for success and for errors (domain/external-systems.md section 6). */
export const path = '/sys/send.php'
export const operation = 'send'

export const sendBody = z.object({
  login: z.string().min(1),
  psw: z.string().min(1),
  phones: z.string().regex(/^7\d{10}$/),
  mes: z.string().min(1),
  /** The client's own number of the message, 1 … 2147483647. */
  id: z.coerce.number().int().min(1).max(2_147_483_647),
  sender: z.string().optional(),
  charset: z.literal('utf-8'),
  fmt: z.literal('3'),
})
export const sendReply = z.union([
  z.object({ id: z.union([z.int(), z.string()]), cnt: z.int().optional() }),
  z.object({ error: z.string(), error_code: z.int() }),
])
/** Repeated request within a minute: the message is already theirs. The same code with another text means too many connections. */
export const duplicate = { error_code: 9, error: 'duplicate request, wait a minute' }
