import type { Locale } from '#domain/locale.ts'
import { orderStates } from '#texts/states.ts'
import { useLocale } from '../../texts.ts'
import { CheckIcon, ErrorIcon } from '../../ui/icons.tsx'
import { ClockIcon } from '../../ui/later-icons.tsx'
import styles from './sale-state.module.css'

const good = new Set(['issued', 'refunded'])
const now = new Set(['awaiting_payment', 'paid', 'issuing', 'refunding'])
const icons = { good: CheckIcon, now: ClockIcon, bad: ErrorIcon }

/** What the state of a sale is called. */
export function stateName(state: string, locale: Locale): string {
  const names: Readonly<Record<string, string>> = orderStates[locale]
  return names[state] ?? state
}

/** A sale's state: a mark whose shape tells its tone, and its word. */
export function SaleState({ state }: { state: string }) {
  const locale = useLocale()
  const tone = good.has(state) ? 'good' : now.has(state) ? 'now' : 'bad'
  const Icon = icons[tone]
  return (
    <span className={styles.state} data-tone={tone}>
      <Icon />
      <span>{stateName(state, locale)}</span>
    </span>
  )
}
