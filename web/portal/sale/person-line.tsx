import type { ReactNode } from 'react'
import { numericDay } from '#domain/calendar.ts'
import { experiencedYears } from '#domain/constants.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { PersonIcon, WarnIcon } from '../../ui/icons.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import styles from './rows.module.css'
import type { PersonFacts } from './state/row-facts.ts'
import words from './texts.ts'

type Props = {
  said: Pick<
    PersonFacts,
    'name' | 'licence' | 'experience' | 'experienceAsked' | 'asking' | 'error'
  >
  onRetry: (() => void) | undefined
  onDocument: (() => void) | undefined
  children?: ReactNode
}

/** Who an IIN belongs to, with the row's own progress and its own mistake. */
export function PersonLine({ said, onRetry, onDocument, children }: Props) {
  const { name, licence, experience, experienceAsked, asking, error } = said
  const t = useTexts(words)
  const years =
    experience === null || experienceAsked
      ? ''
      : `, ${experience < experiencedYears ? t.experienceShort : t.experience(experience)}`
  return (
    <>
      <div className={styles.found} aria-live="polite">
        {asking ? <RowProgress>{t.searching}</RowProgress> : null}
        {name ? (
          <Chip tone={error ? 'bad' : 'good'} icon={<PersonIcon />}>
            {name}
            {years}
          </Chip>
        ) : null}
        {licence ? <span>{t.licence(licence.number, numericDay(licence.validTo))}</span> : null}
        {error ? (
          <div className={styles.wrong} role="alert">
            <WarnIcon />
            <span>{error}</span>
          </div>
        ) : null}
        {onRetry ? (
          <Button variant="quiet" size="small" onClick={onRetry}>
            {t.retry}
          </Button>
        ) : null}
        {onDocument ? (
          <Button variant="secondary" size="small" onClick={onDocument}>
            {t.byDocument}
          </Button>
        ) : null}
      </div>
      {children}
    </>
  )
}
