import type { ReactNode } from 'react'
import { numericDay } from '#domain/calendar.ts'
import { experiencedYears } from '#domain/constants.ts'
import type { Privilege } from '../../sale/model/sale.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CheckIcon, PersonIcon, WarnIcon } from '../../ui/icons.tsx'
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

type ExperienceProps = {
  said: Pick<PersonFacts, 'name' | 'experience' | 'experienceAsked' | 'error'>
  experienced: boolean | null
  field: string
  onChecked: (experienced: boolean) => void
}

/**
 * The driver's declaration of two years of experience, if the licence date does not show it; also
 * for a row loaded by Global ID, whose licence was not looked up.
 */
export function ExperienceBox({ said, experienced, field, onChecked }: ExperienceProps) {
  const t = useTexts(words)
  const { name, experience, experienceAsked, error } = said
  // A person with an error is asked nothing.
  if (!experienceAsked && (name === '' || experience !== null || error !== '')) return null
  return (
    <Checkbox
      name={field}
      label={t.experienceBox}
      hint={t.experienceBoxHint}
      defaultChecked={experienced === true}
      onChecked={onChecked}
    />
  )
}

type PrivilegeProps = {
  name: string
  privilege: Privilege
  /** The register did not answer: the promoter marks it, and the server checks it. */
  byHand: boolean
  onChecked: (privilege: Privilege) => void
}

/** The legal privilege: once the register has answered, its answer holds and cannot be ticked. */
export function PrivilegeBox({ name, privilege, byHand, onChecked }: PrivilegeProps) {
  const t = useTexts(words)
  if (privilege === 'confirmed' || privilege === 'not_confirmed')
    return privilege === 'confirmed' ? (
      <Chip tone="good" icon={<CheckIcon />}>
        {t.privilegeYes}
      </Chip>
    ) : null
  return byHand ? (
    <Checkbox
      name={name}
      label={t.privilege}
      defaultChecked={privilege === 'by_hand'}
      onChecked={(on) => onChecked(on ? 'by_hand' : 'off')}
    />
  ) : null
}
