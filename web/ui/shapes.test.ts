import { expect, test } from 'vitest'
import { typed as keyed, put } from '#tests/typing.ts'
import { ibanMask } from '../claims/way/papers.tsx'
import { dayMask } from './day-mask.ts'

import { timeMask } from './time-field.tsx'

test.each([
  [dayMask, '15092021', '15.09.2021'],
  [dayMask, '15.9', '15.9'],
  [dayMask, '2021-09-15', '15.09.2021'],
  [dayMask, ' 15/09/2021 ', '15.09.2021'],
  [timeMask, '0840', '08:40'],
  [ibanMask, 'kz86 125k zt50 0410 0100', 'KZ86 125K ZT50 0410 0100'],
  [ibanMask, 'KZ86125KZT50041001007', 'KZ86 125K ZT50 0410 0100'],
])('what is typed is shaped (%#)', (rule, typed, shown) => {
  expect(put(rule, { shown: '', clean: '' }, typed).shown).toBe(shown)
})

test.each([
  [timeMask, '8:40', '08:40'],
  [dayMask, '1.9.2021', '01.09.2021'],
  [dayMask, '15.09.2021', '15.09.2021'],
])('a number of one figure is ended by its sign (%#)', (rule, keys, shown) => {
  expect(keyed(rule, keys).shown).toBe(shown)
})
