import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from './boundaries.ts'

/** One name for one thing: a word that docs/terminology.md has replaced names nothing again. */

/** What was declared under these names has the other one. */
const retired: Record<string, string> = {
  acceptEnding: 'acceptTermination',
  beneficiaryLocked: 'privilege',
  calculateEnding: 'calculateTermination',
  emptyInsurer: 'emptyPolicyholder',
  endingHindrance: 'terminationHindrance',
  InsurerPart: 'PolicyholderPart',
  insurerData: 'policyholder',
  insurerWillDrive: 'policyholder.willDrive',
  licenseN: 'licenceNumber',
  paperFacts: 'policyDocumentFacts',
}
/** Right in some places (a field of the wire, a local of few lines); no file exports them. */
const retiredExports: Record<string, string> = {
  beneficiary: 'privilege',
  Ending: 'Termination',
  giveBack: 'refund',
  insurant: 'policyholder',
  papers: 'policy documents',
  tell: 'notify',
}

const now = new Map(Object.entries(retired))
const exportedNow = new Map(Object.entries(retiredExports))
/** What a file exports, or declares for itself, or a member with the name. */
const declaration =
  /(^export (?:async )?)?\b(?:const|let|function|class|type|interface) (\w+)|^ *(?:readonly )?(\w+)\??: /gm

/** "path: old → new" for each retired name that the text declares. */
const comeBack = (path: string, text: string): string[] =>
  [...text.matchAll(declaration)].flatMap(([, isExported, name = '', member = '']) => {
    const said = now.get(name) ?? now.get(member) ?? (isExported && exportedNow.get(name))
    return said ? [`${path}: ${name || member} → ${said}`] : []
  })

test('no retired name is declared again', () => {
  const all = sources(join(import.meta.dirname, '..')).filter(
    ({ file }) => file !== 'tests/terminology.test.ts',
  )
  expect(all.length).toBeGreaterThan(1_000)
  expect(all.flatMap(({ file, source }) => comeBack(file, source))).toEqual([])
})

/** Words that say nothing to somebody who has not read the neighbouring files. */
const emptyNames =
  /(?:^|\/)(?:around|asked|meanwhile|moment|need|said|seen|took|told|usual|waited|what|when|where|who|whom|why)(?:\.test)?\.tsx?$/

test('no file is called by a question word or a bare participle', () => {
  expect(emptyNames.test('web/purchase/review/why.tsx')).toBe(true)
  const all = sources(join(import.meta.dirname, '..'))
  expect(all.map(({ file }) => file).filter((file) => emptyNames.test(file))).toEqual([])
})

test.each([
  ['export const insurerData = {}', 'a.ts: insurerData → policyholder'],
  ['type Row = {\n  licenseN: string\n}', 'a.ts: licenseN → licenceNumber'],
  ['export async function tell() {}', 'a.ts: tell → notify'],
])('%j would be found', (text, said) => expect(comeBack('a.ts', text)).toEqual([said]))
