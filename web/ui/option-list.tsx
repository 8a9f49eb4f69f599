import styles from './option-list.module.css'

/** On a phone the list would begin behind the keyboard or the bar with the action. */
const intoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

export type Suggestion = { id: string; label: string }

type Props = {
  id: string
  label: string
  options: readonly Suggestion[]
  at: number
  /** Text if there is no option. */
  empty: string
  onChoose: (option: Suggestion) => void
}

/** Suggestions below their field; the field handles the keys. */
export function OptionList({ id, label, options, at, empty, onChoose }: Props) {
  return (
    <div className={styles.list} id={id} role="listbox" aria-label={label} ref={intoView}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
        <div
          key={option.id}
          id={`${id}-${index}`}
          className={styles.option}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.label}
        </div>
      ))}
      {options.length === 0 ? (
        <div
          className={styles.none}
          role="option"
          tabIndex={-1}
          aria-selected={false}
          aria-disabled
        >
          {empty}
        </div>
      ) : null}
    </div>
  )
}
