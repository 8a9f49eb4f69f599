import autocannon from 'autocannon'
import Fastify from 'fastify'
import { z } from 'zod'
import { estimate } from '../../contract/ogpo-calculate.ts'
import { securityHeaders } from '../../server/http/site-headers.ts'
import { freePort } from '../../tests/http.ts'
import { productServer } from './server.ts'

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

const body = JSON.stringify({
  region: 'ALMATY_CITY',
  settlement: 'CITY',
  vehicleType: 'PASSENGER',
  insuredKind: 'NATURAL',
  age: 30,
  experienceYears: 5,
  vehicleAgeYears: 6,
  bonusMalus: { kind: 'CLASS', class: '3' },
})

/**
 * `estimate` per second against a bare Fastify route that validates the same body and returns the
 * same bytes as a constant.
 */
export async function estimateBench() {
  const product = await productServer({ WORKER: 'off' })
  const path = estimate.path
  const constant = await (
    await fetch(product.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  ).json()
  const bare = Fastify()
  bare.post(path, async (request, reply) => {
    const read = estimate.body.safeParse(request.body)
    return read.success ? constant : reply.code(422).send()
  })
  const port = await freePort()
  await bare.listen({ port, host: '127.0.0.1' })
  const themed = Fastify()
  themed.addHook('onSend', (request, reply, payload, done) => {
    reply
      .headers(securityHeaders)
      .header('x-request-id', request.id)
      .header('cache-control', 'no-store')
    done(null, payload)
  })
  themed.post(path, async (request, reply) => {
    const read = estimate.body.safeParse(request.body)
    return read.success ? constant : reply.code(422).send()
  })
  const themedPort = await freePort()
  await themed.listen({ port: themedPort, host: '127.0.0.1' })
  const rates = { product: 0, bare: 0, themed: 0 }
  const rounds = 4
  for (let round = 0; round < rounds; round += 1) {
    rates.bare += await rate(`http://127.0.0.1:${port}${path}`, body)
    rates.product += await rate(product.url + path, body)
    rates.themed += await rate(`http://127.0.0.1:${themedPort}${path}`, body)
  }
  await bare.close()
  await themed.close()
  await product.close()
  return {
    name: 'estimate against a bare route with the same validation',
    ratio: rates.product / rates.bare,
    goal: '≥ 0.9',
    detail: `${Math.round(rates.product / rounds)} against ${Math.round(rates.bare / rounds)} per second; against a bare route with our headers ${(rates.product / rates.themed).toFixed(2)}`,
  }
}
