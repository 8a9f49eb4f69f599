import { useTexts } from '../../texts.ts'
import { troubleWords as words } from './texts.ts'

/**
 * Returns a function that explains why a call of an outside system failed, from the line of the
 * journal (`system operation: reason`) with the operation beside it, or from its reason alone. The
 * other side's own words stay as they are.
 */
export function useTrouble(): (note: string) => string {
  const t = useTexts(words)
  const reasonOf = (reason: string): string => {
    const status = /^HTTP (\d+)$/.exec(reason)?.[1]
    if (status) return t.status(status)
    if (reason.startsWith('unreadable reply')) return t.unreadable
    return t.reasons[reason] ?? reason
  }
  return (note) => {
    const [, operation, reason] = /^[a-z]+ (\S+?)(?: refused)?: (.+)$/s.exec(note) ?? []
    return reason && operation ? `${reasonOf(reason)} (${operation})` : reasonOf(note)
  }
}
