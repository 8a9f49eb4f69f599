import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './tests/journeys/browser.ts'

/**
 * Browser tests against the product as `npm start` runs it, on a new database folder and its own
 * ports.
 */
const port = Number(process.env.JOURNEY_PORT ?? 3210)
const sandboxPort = Number(process.env.JOURNEY_SANDBOX_PORT ?? 4210)
const { executablePath, env } = await findChromium()
// The configuration is read again in every worker; they share the folder the first one made.
process.env.JOURNEY_HOME ??= mkdtempSync(
  join(process.getuid?.() === 0 ? '/var/tmp' : tmpdir(), 'qorgan-journeys-'),
)

export default defineConfig({
  testDir: './tests/journeys',
  // Faults of the outside world are for everybody: the days with them come after the others, one
  // at a time.
  projects: [
    { name: 'journeys', testMatch: '**/*.e2e.ts', testIgnore: '**/bad-days*.e2e.ts' },
    { name: 'bad days', testMatch: '**/bad-days*.e2e.ts', dependencies: ['journeys'], workers: 1 },
  ],
  // More than cores: much of the time a page waits for the product.
  workers: 4,
  fullyParallel: true,
  // For a machine that does much else besides: who fails does so by what is expected.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  retries: 0,
  forbidOnly: true,
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: {
      executablePath,
      // A page of a test lives for seconds: what compiles its scripts for speed costs more than it
      // saves.
      args: [...chromiumFlags, '--js-flags=--no-maglev,--no-turbofan'],
      env: { ...process.env, ...env },
    },
    trace: 'off',
    // A quarter of the browser's work is drawing what moves; who looks at that says so (`moving`).
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'kk-KZ',
    timezoneId: 'Asia/Almaty',
  },
  webServer: {
    command: `${process.execPath} start.mjs --few`,
    // Its last word: the demonstration people have what they have, and nobody gets an SMS of it.
    wait: { stdout: /^Sign-in \(/m },
    timeout: 300_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      SANDBOX_PORT: String(sandboxPort),
      QORGAN_HOME: process.env.JOURNEY_HOME,
      LOG_LEVEL: 'error',
    },
  },
})
