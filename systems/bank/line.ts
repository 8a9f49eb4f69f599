import { createHash, randomUUID } from 'node:crypto'
import type { Send } from '../http.ts'
import type { BankConfig } from './port.ts'
import { type Operation, PHONE_BEGINS, requestIdHeader } from './protocol.ts'

export type Line = ReturnType<typeof lineTo>
/**
 * How a call goes to the bank. `key`: of what is done, our number of it; of what is asked, theirs.
 */
export function lineTo(
  { address, organizationBin, deviceToken }: BankConfig,
  send: Send<Operation>,
) {
  return {
    organizationBin,
    deviceToken,
    phoneIn: (phone: string) => `${PHONE_BEGINS}${phone.slice(1)}`,
    post: (operation: Operation, path: string, key: string, body: object, safe: boolean) =>
      send({
        operation,
        key,
        method: 'POST',
        url: `${address}${path}`,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          [requestIdHeader]: requestId(safe ? null : key),
        },
        body: JSON.stringify(body),
        safe,
        once: !safe,
      }),
    get: (operation: Operation, path: string, key?: string) =>
      send({
        operation,
        ...(key ? { key } : {}),
        method: 'GET',
        url: `${address}${path}`,
        headers: { accept: 'application/json', [requestIdHeader]: requestId(null) },
        safe: true,
      }),
  }
}

/**
 * One number for one bill or refund however it travels, so that the bank's support finds it; a new
 * one for a question.
 */
const requestId = (key: string | null): string =>
  key === null ? randomUUID() : createHash('sha256').update(key).digest('hex').slice(0, 32)
