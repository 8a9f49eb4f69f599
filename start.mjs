import { spawnSync } from 'node:child_process'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * npm start: the product as one bundled file where that is what the sources are now, else it is
 * bundled first. What Node compiled at an earlier start is taken from a folder of
 * the project's own. `--dev` runs the sources; `--as-built` does not look whether they changed, for
 * an image; `--prepare` only loads the program, so that it is compiled; `--few` makes no more of the
 * demonstration than its people have, for browser tests. This file is plain
 * JavaScript: it is read before there is a cache, and taking types out of it costs 70 ms.
 */
/** @param {string} flag */
const has = (flag) => process.argv.includes(flag)
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')
enableCompileCache(process.env.NODE_COMPILE_CACHE)

const { run } = await import(await program())
const asBuilt = has('--as-built')
if (!has('--prepare'))
  await run({ development: has('--dev'), asBuilt, life: !asBuilt && !has('--few') })

async function program() {
  if (has('--dev')) return './run.ts'
  const { currentProgram, uses } = await import('./program/current.ts')
  const made = currentProgram(has('--as-built')) ?? ((await bundled()) && currentProgram(false))
  // A source that was changed meanwhile: the sources themselves are always right.
  if (!made) return './run.ts'
  const { nameSources } = await import('./program/stack.ts')
  nameSources()
  uses(made)
  return made
}

/** In a process of its own: the bundler's memory goes with it. */
async function bundled() {
  process.stdout.write('Bundling the program…\n')
  const bundler = join(import.meta.dirname, 'program/bundle.ts')
  const { settingsOfBuilders } = await import('./program/settings-of-builders.ts')
  const env = settingsOfBuilders()
  return spawnSync(process.execPath, [bundler], { env, stdio: 'inherit' }).status === 0
}
