import { expect, test } from 'vitest'
import { jobs } from '#server/jobs/definitions.ts'
import words from '#web/ui/job-texts.ts'

test('every job has a name that staff can read, in both languages', () => {
  for (const locale of ['kz', 'ru'] as const)
    expect(jobs.filter(({ name }) => !words[locale][name])).toEqual([])
})
