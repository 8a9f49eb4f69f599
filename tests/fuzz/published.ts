import { Ajv, type ValidateFunction } from 'ajv'
import { z } from 'zod'

export type Answered = { status: number; media: string; text: string }

const Published = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        responses: z.record(
          z.string(),
          z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }),
        ),
      }),
    ),
  ),
})

/**
 * Says what of an answer the published document does not allow, or null: a status it does not name,
 * a body that is not of its schema.
 */
export function publishedAnswers(
  document: unknown,
): (method: string, path: string, answer: Answered) => string | null {
  const { paths } = Published.parse(document)
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  const compiled = new Map<string, ValidateFunction>()
  return (method, path, { status, media, text }) => {
    const response = paths[path]?.[method.toLowerCase()]?.responses[status]
    if (!response) return 'no such answer'
    // Reports may be asked for as a file.
    if (!media.startsWith('application/json')) return status === 200 ? null : 'no envelope'
    const key = `${method} ${path} ${status}`
    let check = compiled.get(key)
    if (!check) {
      check = ajv.compile(draft7(response.content['application/json']?.schema))
      compiled.set(key, check)
    }
    return check(JSON.parse(text)) ? null : ajv.errorsText(check.errors).slice(0, 300)
  }
}

const Node = z.record(z.string(), z.unknown())

/**
 * A schema of OpenAPI 3.0 as one of draft 7: what may be null and what is left out of a range are
 * said in another way there.
 */
function draft7(schema: unknown): Record<string, unknown> | boolean {
  const turned = turn(schema)
  return typeof turned === 'boolean' ? turned : Node.parse(turned ?? {})
}

function turn(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(turn)
  const read = Node.safeParse(schema)
  if (!read.success) return schema
  const { nullable, exclusiveMinimum, exclusiveMaximum, ...rest } = read.data
  const node: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, turn(value)]),
  )
  if (exclusiveMinimum === true) node['exclusiveMinimum'] = node['minimum']
  if (exclusiveMaximum === true) node['exclusiveMaximum'] = node['maximum']
  return nullable === true ? { anyOf: [node, { type: 'null' }] } : node
}
