import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

/** How the compose file of deploy/ comes by the images that are made here. */

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      build: z.unknown().optional(),
      pull_policy: z.string().optional(),
    }),
  ),
})

test.each(['qorgan', 'qorgan-database'])(
  '%s is built once, and looked for in no registry',
  (image) => {
    const text = readFileSync(join(import.meta.dirname, '..', 'deploy', 'compose.yaml'), 'utf8')
    const { services } = Compose.parse(parse(text, { merge: true, logLevel: 'error' }))
    const using = Object.values(services).filter((one) => one.image === image)
    expect(using.length).toBeGreaterThan(1)
    expect(using.filter(({ build }) => build)).toHaveLength(1)
    for (const { build, pull_policy } of using) expect(build ? 'never' : pull_policy).toBe('never')
  },
)
