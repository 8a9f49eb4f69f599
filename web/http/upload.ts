import { cabinetToken } from '../session/session.ts'
import { addressOfCall } from './call-address.ts'
import { apiErrorIn } from './http.ts'

type Upload = 'claimAnswerRequest' | 'staffClaimUploadReport' | 'kycUploadList'

/** The same with one file. */
export const sendFile = (
  name: Upload,
  fields: Record<string, string>,
  part: string,
  file: File,
): Promise<void> => sendFiles(name, fields, { [part]: file })

/**
 * Sends a form with files as whoever is signed in; fails as every call does, with a Fault as its
 * cause. No limit of time: files are large.
 */
export async function sendFiles(
  name: Upload,
  fields: Record<string, string>,
  files: Record<string, File>,
): Promise<void> {
  const body = new FormData()
  for (const [key, value] of Object.entries(fields)) body.set(key, value)
  for (const [part, file] of Object.entries(files)) body.set(part, file, file.name)
  const answer = await fetch(addressOfCall(name).path, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Accept-Language': document.documentElement.lang,
      Authorization: `Bearer ${cabinetToken() ?? ''}`,
    },
    body,
  }).catch(() => {
    throw new Error('offline', { cause: { kind: 'offline', message: '' } })
  })
  const apiError = apiErrorIn(
    answer.status,
    answer.headers.get('Retry-After'),
    await answer.json().catch(() => null),
  )
  if (apiError) throw new Error(apiError.kind, { cause: apiError })
}
