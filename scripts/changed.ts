import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { importsOf, sources } from '../tests/boundaries.ts'
import { isLong } from '../tests/long-files.ts'
import { reached } from './check/reached.ts'

/**
 * npm run test:changed: the unit tests nearest to what has changed since the last commit
 * (`BASE=main`: since main), and the guards of the repository, in about a minute. What is farther,
 * and what takes long, is for `npm test`.
 */
const MOST = 30
const guards = ['boundaries', 'calls', 'words', 'terminology', 'citations'].map(
  (name) => `tests/${name}`,
)
const root = join(import.meta.dirname, '..')
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', process.env.BASE ?? 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
]
const imports = sources(root).flatMap(({ file, source }) => importsOf(file, source))
const tests = reached(changed, imports).filter(
  (file) => changed.includes(file) || !(file.startsWith('lab/') || isLong(`/${file}`)),
)
if (tests.length > MOST)
  console.log(`${tests.length - MOST} test files that are farther are left to npm test`)
const { status } = spawnSync(
  join(root, 'node_modules', '.bin', 'vitest'),
  ['run', ...tests.slice(0, MOST), ...guards],
  { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' },
)
process.exit(status ?? 1)
