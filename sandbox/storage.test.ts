import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { journalFile, stateFile } from './world.ts'

const rightsOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

test('what the sandbox keeps is readable by its owner alone, and what was readable by all no more', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const [state, journal] = [join(folder, 'sandbox.json'), join(folder, 'sandbox.json.journal')]
  for (const file of [state, journal]) {
    writeFileSync(file, '')
    chmodSync(file, 0o644)
  }
  stateFile(state).write(() => '{}')
  journalFile(journal, 10)
  expect([rightsOf(state), rightsOf(journal)]).toEqual(['600', '600'])
  rmSync(folder, { recursive: true })
})
