// Runs before `npm start` and `npm test` on any Node ≥ 20 with nothing installed: installs from the
// lock file when needed. `setup.mjs lab` does the same for lab/, which has a lock file of its own.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', process.argv[2] ?? '')
const mark = join(root, 'node_modules', '.qorgan-installed')
const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 20) {
  console.error(`Node.js ${process.versions.node} is too old: install Node.js 20 or newer.`)
  process.exit(1)
}
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
const installed = existsSync(mark) ? readFileSync(mark, 'utf8') : ''
if (installed !== wanted) {
  console.log('Installing the dependencies from package-lock.json (once, about half a minute)…')
  const npm = process.env.npm_execpath
  const environment = { ...process.env }
  delete environment.NODE_ENV
  const done = npm
    ? spawnSync(process.execPath, [npm, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
        cwd: root,
        stdio: 'inherit',
        env: environment,
      })
    : spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
        cwd: root,
        stdio: 'inherit',
        env: environment,
        shell: process.platform === 'win32',
      })
  if (done.status !== 0) {
    console.error('The dependencies could not be installed (npm ci failed, see above).')
    process.exit(done.status ?? 1)
  }
  writeFileSync(mark, wanted)
}
const pinned = join(
  import.meta.dirname,
  '..',
  'node_modules',
  '.bin',
  process.platform === 'win32' ? 'node.cmd' : 'node',
)
if (
  !existsSync(pinned) &&
  (major < 22 || (major === 22 && Number(process.versions.node.split('.')[1]) < 22))
) {
  console.error(
    `This platform has no pinned Node.js in the registry and its own ${process.versions.node} is too old: install Node.js 22.22 or newer.`,
  )
  process.exit(1)
}
