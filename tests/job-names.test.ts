import { expect, test } from 'vitest'
import { locales } from '#domain/locale.ts'
import { jobs } from '#server/jobs/definitions.ts'
import words from '#web/ui/job-texts.ts'

test('every job has a name that staff can read, in both languages', () => {
  for (const locale of locales) expect(jobs.filter(({ name }) => !words[locale][name])).toEqual([])
})
