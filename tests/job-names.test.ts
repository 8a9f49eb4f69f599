import { expect, test } from 'vitest'
import { locales } from '#domain/locale.ts'
import { watchedQueues } from '#domain/system-health.ts'
import { jobNames } from '#server/jobs/definitions.ts'
import words from '#web/ui/job-texts.ts'

test('every job has a name that staff can read, in both languages, and nothing else has', () => {
  for (const locale of locales)
    expect(Object.keys(words[locale]).toSorted()).toEqual(jobNames.toSorted())
})

test('every queue that may have an allowance is one that jobs fill', () => {
  expect(watchedQueues.filter((name) => !jobNames.includes(name))).toEqual([])
})
