import { expect, test } from 'vitest'
import { systemNames } from './http.ts'
import { limitOf, parts, patiently } from './time-limits.ts'

/**
 * An answer of the unified database on a bad day, and the longest row of calls of one verb:
 * sign-in, number, policy, price.
 */
const BAD_DAY_MS = 2_500
const LONGEST_VERB = 5
/** Lists, files and scans: no user waits for one answer. */
const unhurried = ['aml', 'addresses', 'antivirus']

test('whoever waits is told within 5 s of each system, in a job no sooner; an unknown operation has a limit too', () => {
  for (const system of systemNames.filter((name) => !unhurried.includes(name))) {
    const waiting = limitOf(system, 'some operation')
    expect(waiting.ms, system).toBeLessThan(5_000)
    expect(patiently(() => limitOf(system, 'some operation')).ms, system).toBeGreaterThanOrEqual(
      waiting.ms,
    )
  }
})

test('answers of 2.5 s each are heard: of every call, and of a verb of the unified database with all of its calls', () => {
  for (const operation of ['GetClientsByKeyFields', 'SetClient', 'SetPolicy', 'AuthenticateUser'])
    expect(limitOf('esbd', operation).ms).toBeGreaterThan(BAD_DAY_MS)
  expect(parts.esbdVerb).toBeGreaterThan(BAD_DAY_MS * LONGEST_VERB)
})

test('no name of the table is taken for an operation', () => {
  expect(limitOf('esbd', 'constructor')).toEqual(limitOf('esbd', 'some operation'))
})
