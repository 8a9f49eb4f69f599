import { numericDay } from '#domain/calendar.ts'
import { useTexts } from '../../texts.ts'
import { Acts } from './acts.tsx'
import styles from './case.module.css'
import words from './case-texts.ts'
import type { ClaimPart } from './claim.ts'
import decision from './decision.module.css'
import { ClaimSigning } from './signing.tsx'
import { Sums } from './sums.tsx'
import listWords from './texts.ts'

/** Sums, the reason, and what the claim may come to now. */
export function Decide({ claim, onDone }: ClaimPart) {
  const t = useTexts(words)
  const { kinds } = useTexts(listWords)
  const [due] = claim.deadlines
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>
        {t.decision}
        {due ? (
          <span
            className={decision.due}
            data-late={due.late ? '' : undefined}
            data-today={due.due === claim.rules.today ? '' : undefined}
          >
            {kinds[due.kind]}: {numericDay(due.due)}
          </span>
        ) : null}
      </h2>
      <Sums claim={claim} onDone={onDone} />
      <ClaimSigning claim={claim} onDone={onDone} />
      <Acts claim={claim} onDone={onDone} />
    </section>
  )
}
