import { describe, expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { destination } from './navigation.ts'

const here = 'https://qorgan.example/ru/docs?x=1'

describe('where an address leads', () => {
  test.each([
    ['/founders', 'own'],
    ['?x=2', 'own'],
    ['#faq', 'own'],
    ['https://qorgan.example/kz', 'own'],
    ['tel:1414', 'own'],
    ['mailto:info@qorgan.example', 'own'],
    ['https://bank.example/pay', 'external'],
    ['//bank.example', 'external'],
    ['\\\\bank.example', 'external'],
    ['https://qorgan.example.evil.example', 'external'],
    ['http://qorgan.example', 'external'],
    ['javascript:alert(1)', 'unsafe'],
    ['JavaScript:alert(1)', 'unsafe'],
    [' java\nscript:alert(1)', 'unsafe'],
    ['data:text/html,x', 'unsafe'],
    ['vbscript:x', 'unsafe'],
    ['blob:https://qorgan.example/1', 'unsafe'],
    ['file:///etc/passwd', 'unsafe'],
    ['https://', 'unsafe'],
  ])('%j is %s', (address, kind) => {
    spec('8.1.unsafe-protocols-refused')
    expect(destination(address, here)).toBe(kind)
  })
})
