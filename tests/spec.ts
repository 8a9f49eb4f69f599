import { TestRunner } from 'vitest'
import { mark } from './spec-mark.ts'

declare module 'vitest' {
  interface TaskMeta {
    [row: `${typeof mark}${string}`]: true
  }
}

/**
 * First line of a test: the rows of `docs/coverage/` that it shows. They stand in vitest's report,
 * where `scripts/coverage.ts` reads which ran; journeys have the same in `tests/journeys/spec.ts`.
 */
export function spec(...ids: [string, ...string[]]): void {
  const test = TestRunner.getCurrentTest()
  if (!test) throw new Error('spec() stands outside of a test')
  for (const id of ids) test.meta[`${mark}${id}`] = true
}
