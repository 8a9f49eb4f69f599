import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from '#tests/boundaries.ts'
import { addressesOfCalls, namesCalls, withAddresses } from './bundle.ts'

const web = join(import.meta.dirname, '..')
const addresses = await addressesOfCalls()

test('a name of a call becomes its method and path, any other string stays', () => {
  expect(withAddresses("ask('cabinetUser', {}); t('user')", addresses)).toBe(
    "ask('GET /api/cabinet/auth/user', {}); t('user')",
  )
})

/** What makes calls by their names, in the browser. */
const doors = 'addressOfCall|api|ask|buy|call|fileOf|portal|sendFiles?|sendForm'
/** What reads, changes and asks again what the server has (`http/replies.ts`), by names in a row. */
const readers = 'useReply|useReplyPages|useReplies|useRows|useRead|useMutation|useLive|askAnew'
/** The name is the type's, or of what is called: at once, after a choice or as `{ name: … }`. */
const named = new RegExp(
  `(\\bname: |\\b(Reply|useReplyPages|typeof \\w+)<\\s*|\\|\\s*|type \\w+ =\\s*|\\b(${doors})\\((\\s|[^;()]*[?:]\\s)*|\\b(${readers})(<[^()]*>)?\\([^;{}()]*)$`,
)

test('a string of the browser that equals a call’s name is in a type or makes the call', () => {
  const others = sources(web).flatMap(({ file }) => {
    const path = join(web, file)
    if (!namesCalls(path) || /^build\/|\.test\.tsx?$/.test(file)) return []
    const code = readFileSync(path, 'utf8')
    return [...code.matchAll(/'(\w+)'/g)]
      .filter(({ 1: name = '', index }) => addresses.has(name) && !named.test(code.slice(0, index)))
      .map(({ 0: literal }) => `${file}: ${literal}`)
  })
  expect(others).toEqual([])
})
