import { afterEach, expect, test, vi } from 'vitest'
import { maskField } from './mask-field.ts'
import { phoneMask } from './masks.ts'

class Typing extends Event {
  readonly isComposing: boolean
  readonly inputType = 'insertCompositionText'
  constructor(type: string, isComposing: boolean) {
    super(type)
    this.isComposing = isComposing
  }
}
const listening = () => {
  vi.stubGlobal('InputEvent', Typing)
  vi.stubGlobal('document', { activeElement: null })
  const field = Object.assign(new EventTarget(), {
    value: '',
    defaultValue: '',
    selectionStart: null,
  })
  const told: string[] = []
  // Only what the mask asks of a field.
  const stop = maskField(
    field as unknown as HTMLInputElement,
    () => phoneMask,
    ({ clean }) => told.push(clean),
  )
  const types = (value: string, isComposing: boolean) => {
    field.value = value
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
