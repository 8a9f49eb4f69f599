import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from '#tests/boundaries.ts'

/** Returns the opening tags of a component with the contents of their braces. */
function tagsOf(source: string, name: string): string[] {
  return [...source.matchAll(new RegExp(`<${name}\\b`, 'g'))].map(({ index }) => {
    let depth = 0
    let end = index
    for (; end < source.length; end += 1) {
      const sign = source[end]
      if (sign === '{') depth += 1
      if (sign === '}') depth -= 1
      if (sign === '>' && depth === 0) break
    }
    return source.slice(index, end)
  })
}

test('a list to choose from begins with nothing chosen, or with what its screen says it begins with', () => {
  const rooms = /^web\/(?:desks|reports|portal)\//
  const seen = sources(join(import.meta.dirname, '..', '..')).flatMap(({ file, source }) =>
    rooms.test(file) && file.endsWith('.tsx')
      ? tagsOf(source, 'Select').map((tag) => ({ file, tag }))
      : [],
  )
  expect(seen.length).toBeGreaterThan(20)
  // Without a choice by a person the browser's first option would pass for one.
  const decided = seen.filter(({ tag }) => !/\b(?:placeholder|defaultValue)=/.test(tag))
  expect(decided).toEqual([])
})
