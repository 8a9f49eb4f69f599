import { CheckIcon } from './icons.tsx'
import styles from './steps.module.css'

export type Step = { id: string; label: string }
export type StepsProps = {
  label: string
  steps: readonly Step[]
  current: string
  /** Called for a step that was already passed; later steps cannot be pressed. */
  onBack?: ((id: string) => void) | undefined
  /** «2-қадам, барлығы 4»: shown on phones above the name of the step. */
  position: string
}

/** Progress of a purchase, and the way back. */
export function Steps({ label, steps, current, onBack, position }: StepsProps) {
  const at = steps.findIndex((step) => step.id === current)
  return (
    <nav aria-label={label} className={styles.steps}>
      <p className={styles.position}>{position}</p>
      <ol className={styles.list}>
        {steps.map((step, index) => (
          <li
            key={step.id}
            className={styles.step}
            data-state={index < at ? 'done' : index === at ? 'now' : 'later'}
          >
            {index < at && onBack ? (
              <button type="button" className={styles.link} onClick={() => onBack(step.id)}>
                <span className={styles.mark}>
                  <CheckIcon />
                </span>
                <span className={styles.name}>{step.label}</span>
              </button>
            ) : (
              <span className={styles.link} aria-current={index === at ? 'step' : undefined}>
                <span className={styles.mark}>{index < at ? <CheckIcon /> : index + 1}</span>
                <span className={styles.name}>{step.label}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
