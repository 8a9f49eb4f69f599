import { afterEach, expect, test, vi } from 'vitest'
import { groupedSum } from '#domain/typed-sum.ts'
import { keepGroups } from './money-field.tsx'

class Typing extends Event {
  readonly isComposing: boolean
  constructor(isComposing: boolean) {
    super('input')
    this.isComposing = isComposing
  }
}
afterEach(() => vi.unstubAllGlobals())

test('a sum is put into groups key by key, and one that is composed when it is done', () => {
  vi.stubGlobal('InputEvent', Typing)
  vi.stubGlobal('document', { activeElement: null })
  const field = Object.assign(new EventTarget(), { value: '', defaultValue: '', selectionStart: 0 })
  const told: string[] = []
  // Implements only the parts of a field that the groups use.
  keepGroups(field as unknown as HTMLInputElement, (text) => told.push(text))
  const types = (value: string, isComposing: boolean) => {
    field.value = value
    field.selectionStart = value.length
    field.dispatchEvent(new Typing(isComposing))
  }
  types('1234', false)
  expect(field.value).toBe(groupedSum('1234').shown)
  expect(told).toEqual([field.value])
  types('12345', true)
  expect(field.value).toBe('12345')
  expect(told).toHaveLength(1)
  field.dispatchEvent(new Event('compositionend'))
  expect(field.value).toBe(groupedSum('12345').shown)
  expect(told.at(-1)).toBe(field.value)
})
