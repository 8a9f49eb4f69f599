import { orderStates } from '#texts/states.ts'
import { useLocale } from '../../texts.ts'
import { orderTone } from '../../ui/order-tone.ts'
import { StateWord } from '../../ui/state-word.tsx'
import styles from './sale-state.module.css'

/** A sale's state: a mark whose shape shows its tone, and its word. */
export function SaleState({ state }: { state: string }) {
  const names: Readonly<Record<string, string>> = orderStates[useLocale()]
  return (
    <div className={styles.state} data-state="">
      <StateWord tone={orderTone(state)}>
        <span>{names[state] ?? state}</span>
      </StateWord>
    </div>
  )
}
