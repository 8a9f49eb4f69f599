import type { Reply } from '../http/api.ts'

export type Progress = Reply<'ogpoOrderProgress'>['data']

/** State of the page; headings and leads are keyed by these names. */
export type Phase =
  | 'awaiting'
  | 'issuing'
  | 'retrying'
  | 'issued'
  | 'rejected'
  | 'expired'
  | 'cancelled'
  | 'error'
  | 'failed'
  | 'refunded'
export function phaseOf({ state, paid, set }: Pick<Progress, 'state' | 'paid' | 'set'>): Phase {
  if (state === 'cancelled') return 'cancelled'
  if (state === 'issued' || set === 'issued') return 'issued'
  if (state === 'refunded') return 'refunded'
  if (['issue_failed', 'refunding', 'refund_failed'].includes(state)) return 'failed'
  if (state === 'expired') return 'expired'
  if (set === 'retrying') return 'retrying'
  if (paid === 'paid' || set === 'issuing') return 'issuing'
  if (paid === 'rejected' || paid === 'error') return paid
  return paid === 'expired' ? 'expired' : 'awaiting'
}

/**
 * Checks that nothing more happens by itself, so that the page stops polling. An issued order is
 * over when its documents are made and the client notified (`mail`: also by e-mail) and nothing is
 * owed.
 */
export function isOver(progress: Progress, mail = false): boolean {
  const phase = phaseOf(progress)
  const told = (by: string): boolean => progress.events.some(({ kind }) => kind.startsWith(by))
  if (phase === 'issued')
    return (
      has(progress, 'papers.made') &&
      told('sms.') &&
      (!mail || told('mail.')) &&
      progress.refund?.state !== 'due'
    )
  return ['cancelled', 'refunded'].includes(phase) || progress.state === 'expired'
}

const has = (progress: Progress, kind: string): boolean =>
  progress.events.some((event) => event.kind === kind)
