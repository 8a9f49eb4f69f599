import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const text = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
/** The settings of each `node … start.mjs` in a text, however its words are parted. */
const settingsOf = (source: string) =>
  [...source.matchAll(/node((?:[\s",]+--[\w-]+=\d+)*)[\s",]+start\.mjs/g)].map(([, all = '']) =>
    all.split(/[\s",]+/).filter(Boolean),
  )

test('the image and the manifest start a process with the memory of `npm start`', () => {
  const { scripts } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(text('package.json')))
  const [expected] = settingsOf(scripts.start)
  expect(expected).toHaveLength(2)
  // They take two fifths of a process's memory for a tenth of its processor time.
  // What is compiled for the image, too: V8 takes what other settings compiled for something else.
  expect(settingsOf(text('deploy/Dockerfile'))).toEqual([expected, expected])
  expect(settingsOf(text('deploy/kubernetes.yaml'))).toEqual([expected])
})
