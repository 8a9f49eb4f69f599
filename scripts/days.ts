import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * npm run test:days: the unit, API and fault tests as they run on the days where insurance software
 * breaks, a run per day, in several time zones of the machine. Arguments choose days (`2028-02-29`)
 * and files (`server/home`). The clock of every process, PostgreSQL's too, is moved by libfaketime
 * (Debian: `apt install faketime`; elsewhere its place in LIBFAKETIME).
 */
const days = [
  // Ten minutes to a new year in Almaty: the run goes over midnight.
  { begins: '2026-12-31T18:50:00Z', zone: 'UTC' },
  { begins: '2026-12-31T20:00:00Z', zone: 'Asia/Almaty' },
  { begins: '2027-01-01T06:00:00Z', zone: 'America/Los_Angeles' },
  { begins: '2027-03-01T03:00:00Z', zone: 'Asia/Almaty' },
  { begins: '2028-02-29T03:00:00Z', zone: 'America/Los_Angeles' },
  { begins: '2028-12-31T03:00:00Z', zone: 'UTC' },
] as const

const library = [
  process.env.LIBFAKETIME,
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
].find((path) => path && existsSync(path))
if (!library) {
  console.error('libfaketime is not here: install it (Debian: apt install faketime).')
  process.exit(1)
}

const asked = process.argv.slice(2)
const isDay = (word: string) => /^\d{4}-\d{2}-\d{2}$/.test(word)
const chosen = asked.filter(isDay)
const files = asked.filter((word) => !isDay(word))
const vitest = join(import.meta.dirname, '..', 'node_modules', '.bin', 'vitest')
const failed: string[] = []
for (const { begins, zone } of days) {
  if (chosen.length > 0 && !chosen.some((day) => begins.startsWith(day))) continue
  console.log(`== ${begins} (${zone})`)
  // An offset, and no moment: each process that is started later counts on from the same clock.
  const offset = Math.round((Date.parse(begins) - Date.now()) / 1_000)
  const { status } = spawnSync(vitest, ['run', ...files], {
    stdio: 'inherit',
    env: {
      ...process.env,
      TZ: zone,
      LD_PRELOAD: library,
      FAKETIME: `${offset < 0 ? '' : '+'}${offset}`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
      TABLES_OF_LATER_YEARS: 'on',
    },
  })
  if (status !== 0) failed.push(`${begins} (${zone})`)
}
console.log(failed.length === 0 ? 'all days passed' : `failed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
