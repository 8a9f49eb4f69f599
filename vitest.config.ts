import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { Spread } from './tests/spread.ts'

// Of the workers, and of the hundreds of processes that tests start: each would compile the same
// modules anew, which was half of what its start cost.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    // What needs a file system of its own is asked for by name: npm run test:full-disk.
    exclude: [
      'node_modules/**',
      'dist/**',
      '.data/**',
      'lab/**',
      ...(process.env.FULL_DISK ? [] : ['tests/full-disk/**']),
    ],
    globalSetup: ['./tests/database.setup.ts'],
    // Files share a worker's modules: to load the product anew for each took a third of the run.
    // A test that changes what a module holds puts it back (`onTestFinished`).
    isolate: false,
    // For a machine that does much else besides: who fails does so by what it expects.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    sequence: { sequencer: Spread },
    // More than cores: much of the time a file waits.
    maxWorkers: 4,
  },
})
