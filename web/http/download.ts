import type { CallName } from '#contract/index.ts'
import { cabinetToken } from '../session/session.ts'
import { addressOfCall } from './call-address.ts'
import { apiErrorIn } from './http.ts'

/**
 * Fetches a report's file with the bearer header, telling how many bytes have come, and hands it to
 * the browser to save. Fails as every call does, with a Fault as its cause. No limit of time: a
 * file of a million rows takes its minutes.
 */
async function download(
  name: CallName,
  query: Record<string, string>,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
  token: () => string | null,
): Promise<void> {
  const { path } = addressOfCall(name)
  const answer = await fetch(`${path}?${new URLSearchParams(query)}`, {
    headers: {
      'Accept-Language': document.documentElement.lang,
      Authorization: `Bearer ${token() ?? ''}`,
    },
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error
    throw new Error('offline', { cause: { kind: 'offline', message: '' } })
  })
  if (answer.headers.get('content-type')?.includes('json')) {
    const apiError = apiErrorIn(
      answer.status,
      answer.headers.get('Retry-After'),
      await answer.json().catch(() => null),
    )
    throw new Error(apiError?.kind ?? 'server', {
      cause: apiError ?? { kind: 'server', message: '' },
    })
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = answer.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value)
    bytes += part.value.length
    onBytes(bytes)
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(
    new Blob(parts, { type: answer.headers.get('content-type') ?? '' }),
  )
  link.download =
    /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'report'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

type Save = (
  query: Record<string, string>,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
) => Promise<void>

/** How the files of one call are saved, by whose session. */
export const fileOf =
  (name: CallName, token: () => string | null = cabinetToken): Save =>
  (query, signal, onBytes) =>
    download(name, query, signal, onBytes, token)
