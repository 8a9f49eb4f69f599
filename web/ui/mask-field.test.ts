import { afterEach, expect, test, vi } from 'vitest'
import { plateMask } from './car-masks.ts'
import { keepMask } from './later-mask.ts'
import { maskField } from './mask-field.ts'
import { phoneMask } from './masks.ts'

class Typing extends Event {
  readonly isComposing: boolean
  readonly inputType: string
  constructor(type: string, isComposing: boolean) {
    super(type)
    this.isComposing = isComposing
    this.inputType = isComposing ? 'insertCompositionText' : 'insertText'
  }
}
const fieldOf = (value: string) =>
  Object.assign(new EventTarget(), { value, defaultValue: '', selectionStart: value.length })
const listening = () => {
  vi.stubGlobal('InputEvent', Typing)
  vi.stubGlobal('document', { activeElement: null })
  const field = fieldOf('')
  const told: string[] = []
  // Implements only the parts of a field that the mask uses.
  const stop = maskField(
    field as unknown as HTMLInputElement,
    () => phoneMask,
    ({ clean }) => told.push(clean),
  )
  const types = (value: string, isComposing: boolean) => {
    field.value = value
    field.selectionStart = value.length
    field.dispatchEvent(new Typing('input', isComposing))
  }
  return { field, told, types, stop }
}
afterEach(() => vi.unstubAllGlobals())

test('a mask that comes in the middle of a composition rewrites nothing before its end', async () => {
  const { field, told, types } = listening()
  types('7701', true)
  await import('./later-field.ts')
  await new Promise(setImmediate)
  expect(field.value).toBe('7701')
  types('77012', true)
  expect(field.value).toBe('77012')
  expect(told.length).toBeGreaterThan(0)
  field.dispatchEvent(new Event('compositionend'))
  expect(field.value).toBe('+7 (701) 2')
})

test('a mask that comes between two keys shapes what stands there', async () => {
  const { field, types } = listening()
  types('7701', false)
  await import('./later-field.ts')
  await new Promise(setImmediate)
  expect(field.value).toBe('+7 (701')
})

/** Returns a field with text typed before any listener. */
const entered = (typed: string) => {
  const field = Object.assign(fieldOf(typed), {
    setSelectionRange: (caret: number) => {
      field.selectionStart = caret
    },
  })
  vi.stubGlobal('InputEvent', Typing)
  vi.stubGlobal('document', { activeElement: field })
  const told: string[] = []
  keepMask(
    field as unknown as HTMLInputElement,
    () => plateMask,
    ({ clean }) => told.push(clean),
  )
  return { field, told }
}

test.each(['compositionend', 'blur'])(
  'a mask that comes to a field somebody is in reads it, and rewrites it by %s',
  (end) => {
    const { field, told } = entered('123a')
    expect(field.value).toBe('123a')
    expect(told).toEqual(['123A'])
    field.dispatchEvent(new Event(end))
    expect(field.value).toBe('123 A')
  },
)

test.each(['', '1', '12', '123', '123a', '123ab', '123abc', '123abc0'])(
  'a mask that comes behind %j of a plate loses no key that follows',
  (typed) => {
    const { field, told } = entered(typed)
    for (const key of '123abc02'.slice(typed.length)) {
      field.dispatchEvent(new Typing('beforeinput', false))
      const at = field.selectionStart
      field.value = field.value.slice(0, at) + key + field.value.slice(at)
      field.selectionStart = at + 1
      field.dispatchEvent(new Typing('input', false))
    }
    expect(field.value).toBe('123 ABC 02')
    expect(told.at(-1)).toBe('123ABC02')
  },
)

test('a key in the middle of what nobody shaped stays where it was typed', () => {
  const { field } = entered('123abc2')
  field.selectionStart = 6
  field.dispatchEvent(new Typing('beforeinput', false))
  field.value = '123abc02'
  field.selectionStart = 7
  field.dispatchEvent(new Typing('input', false))
  expect(field.value).toBe('123 ABC 02')
  expect(field.selectionStart).toBe(9)
})
