import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'))
const { default: Fastify } = await import('fastify')
const { z } = await import('zod')

/**
 * The least that could stand in the product's place: Fastify with one route whose question zod
 * checks.
 */
const Question = z.object({ name: z.string().default('') })
const app = Fastify()
app.get('/health/live', async (request) => ({ live: Question.parse(request.query).name === '' }))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.once('SIGTERM', () => process.exit())
