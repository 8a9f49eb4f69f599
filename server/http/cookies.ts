import type { FastifyRequest } from 'fastify'

/** One cookie of a request as it was set, or null. */
export function cookieOf(request: FastifyRequest, name: string): string | null {
  const pair = (request.headers.cookie ?? '').split('; ').find((one) => one.startsWith(`${name}=`))
  return pair ? pair.slice(name.length + 1) || null : null
}
