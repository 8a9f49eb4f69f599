import type { z } from 'zod'
import { type CallName, type Contract, contract } from '#contract/index.ts'

/**
 * Somebody with an address of their own; `browser`: they keep the cookies they are given. The house
 * believes one proxy (`TRUST_PROXY`).
 */
export function caller(at: { url: string }, address: string, { browser = true } = {}) {
  const jar = new Map<string, string>()
  return async <Name extends CallName>(name: Name, body: z.input<Contract[Name]['body']>) => {
    const answer = await fetch(`${at.url}${contract[name].path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': 'ru',
        'x-forwarded-for': address,
        ...(jar.size > 0
          ? { cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; ') }
          : {}),
      },
      body: JSON.stringify(body),
    })
    for (const set of browser ? answer.headers.getSetCookie() : []) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(key, value)
    }
    const read: {
      success?: boolean
      code?: number
      message?: string
      error?: string
      data?: Record<string, unknown>
    } = await answer.json()
    return { status: answer.status, body: read, cookies: answer.headers.getSetCookie() }
  }
}
export type Caller = ReturnType<typeof caller>
