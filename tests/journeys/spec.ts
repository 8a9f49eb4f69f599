import { test } from '@playwright/test'

/** The same for journeys as `tests/spec.ts`: Playwright's report has the rows as annotations. */
export function spec(...ids: [string, ...string[]]): void {
  for (const description of ids) test.info().annotations.push({ type: 'spec', description })
}
