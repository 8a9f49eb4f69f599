import { addDays, type Day } from '#domain/calendar.ts'

type Entry = {
  /** Of the policy: the same file read twice is one entry. */
  id: string
  summary: string
  description: string
  url: string
  /** The last day of the policy. */
  day: Day
  /** When it is made, UTC. */
  made: Date
}

/**
 * The end of a policy as a calendar file (RFC 5545): a whole day, with a reminder 30 days before.
 */
export function calendarFile({ id, summary, description, url, day, made }: Entry): string {
  const compact = (text: string) => text.replaceAll('-', '')
  const stamp = `${made.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Qorgan//Policy//EN',
    'BEGIN:VEVENT',
    `UID:${id}@qorgan`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(summary)}`,
    'TRIGGER:-P30D',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}

/** Section 3.3.11. */
const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll('\n', '\\n')

/**
 * Section 3.1: a line of more than 75 octets goes on in the next one, which begins with a space.
 */
function folded(line: string): string {
  const lines: string[] = []
  let part = ''
  let octets = 0
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length
    if (octets + size > 74) {
      lines.push(part)
      part = ''
      octets = 0
    }
    part += sign
    octets += size
  }
  return [...lines, part].join('\r\n ')
}
