import { apiTimeoutMs } from '../constants.ts'

/**
 * Why a call gave no answer; the screen chooses the words, `message` comes from the server in the
 * page's language.
 */
export type ApiError =
  | { kind: 'refused'; code: number; message: string; data: Record<string, unknown> }
  | { kind: 'invalid'; errors: { path: string; message: string }[]; message: string }
  | {
      kind: 'unauthorised' | 'forbidden' | 'missing'
      message: string /** Which of several reasons (`password_expired`, `already_sent`). */
      error?: string
    }
  /**
   * 409: the same request is being worked on, or `goesOn` behind slow outside systems; 429: too
   * many of them. `retryAfter` in seconds.
   */
  | {
      kind: 'busy'
      status: 409 | 429
      retryAfter: number
      code: number | null
      message: string
      goesOn?: true
    }
  /**
   * `comesBack`: the server changes its database over and can be asked again in so many seconds.
   */
  | { kind: 'unavailable'; message: string; comesBack?: number | undefined }
  | { kind: 'offline' | 'timeout'; message: string }
  /** `unreadable`: the status says that the call succeeded and the body is no answer of ours. */
  | { kind: 'server'; message: string; unreadable?: true }

export type CallOptions = { token?: string | undefined; signal?: AbortSignal | undefined }
type Request = CallOptions & {
  method: 'GET' | 'POST'
  path: string
  body: Record<string, unknown>
  language: string
}

/** The fault behind an error thrown by a call; any other error is one of ours. */
export function apiErrorOf(error: unknown): ApiError {
  return error instanceof Error && isApiError(error.cause)
    ? error.cause
    : { kind: 'server', message: '' }
}

/**
 * One call of our own server; answers its parsed JSON, or throws an Error whose `cause` is a Fault.
 * Waits 10 s at most. A call stopped by its own signal throws the signal's reason.
 */
export async function send(request: Request): Promise<unknown> {
  const response = await ask(request)
  const text = await response.text().catch(() => null)
  request.signal?.throwIfAborted()
  const apiError = apiErrorIn(response.status, response.headers.get('Retry-After'), jsonIn(text))
  // The connection was lost in the middle of the answer; what came whole and is none is our fault.
  const lost = text === null && (response.ok || apiError?.kind === 'server')
  if (lost) throw new Error('offline', { cause: { kind: 'offline', message: '' } })
  if (apiError) throw new Error(apiError.kind, { cause: apiError })
  return jsonIn(text)
}

function jsonIn(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

async function ask({ method, path, body, language, token, signal }: Request): Promise<Response> {
  const limit = AbortSignal.timeout(apiTimeoutMs)
  const query =
    method === 'GET'
      ? new URLSearchParams(
          Object.entries(body).map(([key, value]) => [key, String(value)]),
        ).toString()
      : ''
  try {
    return await fetch(query ? `${path}?${query}` : path, {
      method,
      headers: {
        Accept: 'application/json',
        'Accept-Language': language,
        ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
        ...(token ? { Authorization: `Bearer ${token.replace(/^Bearer /, '')}` } : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    const kind = limit.aborted ? 'timeout' : 'offline'
    throw new Error(kind, { cause: { kind, message: '' } satisfies ApiError })
  }
}

/**
 * Returns what a status means (docs/law/settled.md, "The wire"), undefined when the call was
 * answered. A good status without an answer of ours, such as the page of a proxy, is no answer.
 */
export function apiErrorIn(
  status: number,
  retryAfter: string | null,
  answer: unknown,
): ApiError | undefined {
  const reply = isObject(answer) ? answer : {}
  const message = typeof reply.message === 'string' ? reply.message : ''
  const code = typeof reply.code === 'number' ? reply.code : null
  if (status === 422 || (status === 413 && Array.isArray(reply.errors)))
    return { kind: 'invalid', errors: errorsOf(reply.errors), message }
  if (status === 409 || status === 429) {
    const goesOn = reply.error === 'goes_on' ? { goesOn: true as const } : {}
    return { kind: 'busy', status, retryAfter: Number(retryAfter) || 5, code, message, ...goesOn }
  }
  const reason = typeof reply.error === 'string' ? { error: reply.error } : {}
  if (status === 401) return { kind: 'unauthorised', message, ...reason }
  if (status === 403) return { kind: 'forbidden', message, ...reason }
  if (status === 404) return { kind: 'missing', message, ...reason }
  if (status === 502 || status === 503 || status === 504)
    return {
      kind: 'unavailable',
      message,
      comesBack: reply.error === 'comes_back' ? Number(retryAfter) || 5 : undefined,
    }
  if (status < 200 || status > 299) return { kind: 'server', message }
  if (!isObject(answer)) return { kind: 'server', message, unreadable: true }
  if (reply.success === false)
    return {
      kind: 'refused',
      code: code ?? 0,
      message,
      data: isObject(reply.data) ? reply.data : {},
    }
  return undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isApiError = (value: unknown): value is ApiError =>
  isObject(value) && typeof value.kind === 'string'

const errorsOf = (list: unknown): { path: string; message: string }[] =>
  (Array.isArray(list) ? list : []).flatMap((item: unknown) =>
    isObject(item)
      ? [
          {
            path: Array.isArray(item.path) ? item.path.join('.') : textOf(item.path),
            message: textOf(item.message),
          },
        ]
      : [],
  )

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
