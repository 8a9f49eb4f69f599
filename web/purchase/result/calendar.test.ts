import { expect, test } from 'vitest'
import { calendarFile } from './policy-tiles.tsx'

const file = calendarFile({
  id: '16760011223A',
  summary: 'ОГПО полисінің мерзімі аяқталады: 123 ABC 02, 777 KKK 01; 846 KNA 02',
  description: 'Жаңа полисті алдын ала ресімдеңіз',
  url: 'https://qorgan.example/check/16760011223A',
  day: '2027-11-30',
  made: new Date('2026-11-23T05:20:00Z'),
})

test('the end of a policy is a whole day with a reminder a month before', () => {
  const lines = file.replaceAll('\r\n ', '').split('\r\n')
  expect(lines).toContain('DTSTART;VALUE=DATE:20271130')
  expect(lines).toContain('DTEND;VALUE=DATE:20271201')
  expect(lines).toContain('DTSTAMP:20261123T052000Z')
  expect(lines).toContain('TRIGGER:-P30D')
  expect(lines).toContain(
    'SUMMARY:ОГПО полисінің мерзімі аяқталады: 123 ABC 02\\, 777 KKK 01\\; 846 KNA 02',
  )
})

test('no line is longer than 75 octets, and none ends inside a letter', () => {
  for (const line of file.split('\r\n'))
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(file).not.toContain('\ufffd')
})
