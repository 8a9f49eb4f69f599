import autocannon from 'autocannon'
import { z } from 'zod'

const Result = z.object({
  requests: z.object({ average: z.number() }),
  non2xx: z.number(),
  errors: z.number(),
})

/** Answers per second of one address under a bounded load from another thread of this machine. */
export async function rate(url: string, body?: string, seconds = 3): Promise<number> {
  const result = Result.parse(
    await autocannon({
      url,
      connections: 32,
      duration: seconds,
      workers: 1,
      ...(body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body } : {}),
    }),
  )
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} bad answers, ${result.errors} errors`)
  return result.requests.average
}
