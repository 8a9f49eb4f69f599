import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import product from '../vitest.config.ts'

export default defineConfig({
  ...product,
  root: join(import.meta.dirname, '..'),
  test: {
    ...product.test,
    include: ['lab/**/*.test.ts'],
    exclude: ['lab/node_modules/**'],
  },
})
