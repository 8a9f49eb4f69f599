import { money, useTexts } from '../../texts.ts'
import styles from './plan-picker.module.css'
import type { HomePlansData } from './plans.ts'
import words from './texts.ts'

type Props = HomePlansData & {
  /** Whether the name of the choice is seen, or only read out. */
  named?: boolean
  onPlan?: (id: number) => void
}

/**
 * The plans side by side, one of them chosen: radio buttons, so that a form sends the choice
 * without a script. `data-pick` is a plan's place in the row: a style sheet shows by it what
 * belongs to the chosen one.
 */
export const PlanPicker = ({ plans, plan, named, onPlan }: Props) => {
  const t = useTexts(words)
  return (
    <fieldset className={styles.picker}>
      <legend className={named ? styles.name : 'visually-hidden'}>{t.plan}</legend>
      <div className={styles.row} data-plans={plans.length}>
        {plans.map(({ id, name, price_per_month }, index) => (
          <label key={id}>
            <input
              type="radio"
              name="plan"
              id={index === 0 ? 'plan' : `plan-${id}`}
              value={id}
              data-pick={index + 1}
              defaultChecked={id === plan}
              onChange={onPlan ? () => onPlan(id) : undefined}
            />
            <span className={styles.plan}>
              {name} <small>{money(price_per_month)}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
