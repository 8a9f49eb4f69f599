import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from '#tests/boundaries.ts'

/**
 * Lists of the desks, the reports and the portal that begin with a choice, each with what decides
 * it. All others begin with none: what money, a policy or a person comes to is for somebody to say.
 */
const begun: Record<string, string> = {
  'desks/claims/messages.tsx letter': 'begins with no letter',
  'desks/clients/reply-form.tsx way':
    'the way the person wrote by; the text is seen before it goes',
  'desks/clients/reply-form.tsx language': 'the language the person wrote in',
  'desks/clients/reply-form.tsx template': 'begins with no template',
  'desks/clients/thread.tsx waits': 'as the thread stands now',
  'desks/users/one-user.tsx role': 'the role there is',
  'portal/sale/term-part.tsx months': 'the specification, section 9: 12 months',
  'portal/sale/term-part.tsx insurer': 'settled.md, "The wire": the first active row',
  'reports/bring-statement.tsx sheet': 'a table that was guessed, shown beside it',
  'reports/bring-statement.tsx head': 'a line that was guessed, shown beside it',
  'reports/bring-statement.tsx column-':
    'begins with none, or with a guess that is shown beside it',
  'reports/insurer-papers.tsx month': 'what is looked at',
  'reports/insurer-papers.tsx language': 'the language of a paper that two people sign',
}

const found = sources(join(import.meta.dirname)).flatMap(({ file, source }) =>
  /^(?:web\/)?(?:desks|reports|portal)\//.test(file)
    ? [...source.matchAll(/<(?:Select|RadioCards)\b[\s\S]*?\n\s*\/>/g)].flatMap(([one]) => {
        const begins = one.includes('<Select')
          ? !one.includes('placeholder=')
          : /defaultValue=/.test(one)
        const name = /\bname=(?:"([^"]*)"|\{`([^$`]*))/.exec(one)
        return begins ? [`${file.replace(/^web\//, '')} ${name?.[1] ?? name?.[2] ?? ''}`] : []
      })
    : [],
)

test('no list of a desk begins with a choice that decides', () => {
  expect(found.toSorted()).toEqual(Object.keys(begun).toSorted())
})
