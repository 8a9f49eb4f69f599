import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  breakpoints,
  codeResetMs,
  layers,
  mobileBreakpoint,
  notificationCloseMs,
  notificationMobileWidth,
  sheetCloseDrag,
  smallPhones,
} from './constants.ts'

const web = import.meta.dirname
const css = (file: string) => readFileSync(join(web, file), 'utf8')

test('the steps are the specification’s, and the mobile layout ends at lg', () => {
  expect(breakpoints).toEqual({ sm: 600, md: 960, lg: 1280, xl: 1920, xxl: 2560 })
  expect(breakpoints[mobileBreakpoint]).toBe(1280)
  expect(css('layouts/default.module.css')).toMatch(
    new RegExp(
      `@media \\(width >= ${breakpoints[mobileBreakpoint]}px\\) {\\s+\\.menu,\\s+\\.logIn {\\s+display: block`,
    ),
  )
})

test('the layers of the style sheets are those of the constants', () => {
  const tokens = css('ui/tokens.css')
  for (const [name, layer] of Object.entries(layers))
    expect(tokens).toContain(`--layer-${name}: ${layer};`)
  expect(css('ui/dialog.module.css')).toContain('z-index: var(--layer-dialog)')
  expect(css('ui/toast.module.css')).toContain('z-index: var(--layer-overlay)')
})

test('the widths at which components and layouts change are the constants’', () => {
  const known: number[] = [...Object.values(breakpoints), notificationMobileWidth, ...smallPhones]
  for (const file of globSync('{ui,layouts}/*.css', { cwd: web })) {
    const widths = [...css(file).matchAll(/@media[^{]*/g)].flatMap(
      ([query]) => query.replaceAll(/\(height[^)]*\)/g, '').match(/\d+(?=px)/g) ?? [],
    )
    expect([file, widths.filter((width) => !known.includes(Number(width)))]).toEqual([file, []])
  }
  expect(css('ui/toast.module.css')).toContain(`@media (width < ${notificationMobileWidth}px)`)
})

test('times and distances', () => {
  expect(css('ui/toast.module.css')).toContain(`opacity ${notificationCloseMs}ms`)
  expect([codeResetMs, sheetCloseDrag]).toEqual([1000, 50])
})
