import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    // What needs a file system of its own is asked for by name: npm run test:full-disk.
    exclude: [
      'node_modules/**',
      'dist/**',
      '.data/**',
      ...(process.env.FULL_DISK ? [] : ['tests/full-disk/**']),
    ],
    globalSetup: ['./tests/database.setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
  },
})
