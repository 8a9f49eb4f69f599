import type { uploads } from '#contract/index.ts'
import { pageToken } from './ask.ts'
import { addressOfCall } from './call-address.ts'
import { apiErrorIn } from './http.ts'

type Upload =
  | 'claimAnswerRequest'
  | 'staffClaimUploadReport'
  | 'kycUploadList'
  | 'kycAddDocument'
  | 'staffAddEndingDocument'

/** The same with one file. */
export const sendFile = (
  name: Upload,
  fields: Record<string, string>,
  part: string,
  file: File,
): Promise<void> => sendFiles(name, fields, { [part]: file })

/**
 * Sends a form with files as the signed-in user; fails as every call does, with a Fault as its
 * cause. No timeout: files are large.
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
      Authorization: `Bearer ${pageToken() ?? ''}`,
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

/**
 * Sends a form and reports upload progress, 0…1: XMLHttpRequest, because fetch has no upload
 * progress. Returns the reply; fails as every call does. No timeout: a big file may take long.
 */
export function sendForm(
  name: keyof typeof uploads,
  body: FormData,
  onProgress: (share: number) => void,
  headers: Record<string, string> = {},
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', addressOfCall(name).path)
    request.responseType = 'json'
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Accept-Language', document.documentElement.lang)
    request.setRequestHeader('Authorization', `Bearer ${pageToken() ?? ''}`)
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onerror = () =>
      reject(new Error('offline', { cause: { kind: 'offline', message: '' } }))
    request.onload = () => {
      const reply: unknown = request.response
      const apiError = apiErrorIn(request.status, request.getResponseHeader('Retry-After'), reply)
      if (apiError) return reject(new Error(apiError.kind, { cause: apiError }))
      resolve(reply)
    }
    request.send(body)
  })
}
