import { expect, test } from 'vitest'
import { mentionedIn, typedMention, withMention } from './desk-notes.ts'

const yerlan = { id: '1', name: 'Тұрсынов Ерлан' }
const other = { id: '2', name: 'Ахметов Ерлан' }
const madina = { id: '3', name: 'Сейітова Мадина' }
const all = [yerlan, other, madina, { id: '4', name: '' }]

test('a note names a colleague by surname or by both words, in either order and any case', () => {
  expect(mentionedIn('@Тұрсынов, сверьте место', all)).toEqual(['1'])
  expect(mentionedIn('Справка без печати (@ерлан ахметов)', all)).toEqual(['2'])
  expect(mentionedIn('@Сейітова Мадина и @мадина', all)).toEqual(['3'])
  expect(mentionedIn('@Мадина @Ахметов', all)).toEqual(['3', '2'])
})

test('a name that several bear, a part of a name and a mailbox name nobody', () => {
  expect(mentionedIn('@Ерлан, посмотрите', all)).toEqual([])
  expect(mentionedIn('@Мадинаға айтыңыз', all)).toEqual([])
  expect(mentionedIn('client@мадина.kz', all)).toEqual([])
  expect(mentionedIn('@', all)).toEqual([])
})

test('who is meant while the name is typed, and the text with it', () => {
  expect(typedMention('сверьте, @ер', all)).toEqual([yerlan, other])
  expect(typedMention('@Тұрсынов Е', all)).toEqual([yerlan])
  expect(typedMention('сверьте, @Мадина, завтра', all)).toEqual([])
  expect(typedMention('без знака', all)).toEqual([])
  const text = withMention('сверьте, @ер', yerlan)
  expect(text).toBe('сверьте, @Тұрсынов Ерлан ')
  expect(mentionedIn(text, all)).toEqual(['1'])
})
