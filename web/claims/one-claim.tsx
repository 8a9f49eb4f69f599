import { useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { almatyDay } from '#domain/calendar.ts'
import page from '../cabinet/cabinet.module.css'
import type { Claim } from '../cabinet/state.ts'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { classNames } from '../ui/class-names.ts'
import { Facts } from '../ui/facts.tsx'
import { CheckIcon, CloseIcon } from '../ui/icons.tsx'
import { ClockIcon } from '../ui/later-icons.tsx'
import { Notice } from '../ui/notice.tsx'
import { Timeline } from '../ui/timeline.tsx'
import styles from './claims.module.css'
import { ClaimDetails } from './details.tsx'
import { stepsOf } from './form.ts'
import words from './texts.ts'

const marks = {
  wait: { tone: 'plain', icon: <ClockIcon /> },
  under_consideration: { tone: 'plain', icon: <ClockIcon /> },
  accepted: { tone: 'good', icon: <CheckIcon /> },
  completed: { tone: 'good', icon: <CheckIcon /> },
  rejected: { tone: 'bad', icon: <CloseIcon /> },
} as const

/** One claim: its way as a timeline with the law's deadlines, and on demand everything else. */
export function OneClaim({ claim, onChanged }: { claim: Claim; onChanged: () => void }) {
  const t = useTexts(words)
  const locale = useLocale()
  const [open, setOpen] = useState(false)
  const { tone, icon } = marks[claim.status]
  const details = `claim-${claim.claim_id}`
  const day = (instant: string) => longDate(locale, almatyDay(new Date(instant)))
  return (
    <Card as="li">
      <div className={page.cardHead}>
        <h3>{t.number(claim.claim_number)}</h3>
        <Chip tone={tone} icon={icon}>
          {t.states[claim.status]}
        </Chip>
      </div>
      <div className={page.gap}>
        <Facts
          facts={[
            { label: t.policy, value: claim.global_id },
            { label: t.date, value: longDate(locale, claim.claim_date) },
            { label: t.damage, value: claim.damage_type },
            { label: t.case, value: t.cases[claim.claim_case].label },
            { label: t.role, value: t.statuses[claim.claim_status] },
          ]}
        />
      </div>
      {open ? null : (
        <Timeline
          label={t.steps}
          events={stepsOf(claim.status, []).map(({ status, state }) => ({
            id: status,
            title: t.states[status],
            state,
            stateLabel: t.marks[state],
            time: status === 'wait' ? longDate(locale, claim.claim_date) : undefined,
          }))}
        />
      )}
      {claim.deadlines.length > 0 ? (
        <ul className={classNames(page.gap, styles.deadlines)}>
          {claim.deadlines.map(({ kind, due }) => (
            <li key={kind}>
              {t.deadline(
                kind === 'payment' && claim.status === 'accepted'
                  ? t.paymentDue
                  : t.deadlines[kind],
                longDate(locale, due).replaceAll(' ', '\u00a0'),
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {claim.deadlines.some(({ late }) => late) ? <Notice tone="warn" title={t.late} /> : null}
      {claim.asked > 0 && !open ? (
        <Notice
          tone="warn"
          title={t.asked(claim.asked)}
          action={
            <Button size="small" onClick={() => setOpen(true)}>
              {t.answer}
            </Button>
          }
        >
          {t.askedText}
        </Notice>
      ) : null}
      <div id={details}>
        {open ? <ClaimDetails claim={claim} day={day} onChanged={onChanged} /> : null}
      </div>
      <Acts claim={claim} open={open} details={details} onOpen={() => setOpen(!open)} />
    </Card>
  )
}

type ActsProps = { claim: Claim; open: boolean; details: string; onOpen: () => void }

/** Everything else of a claim, and its verdict where it was told on the way. */
function Acts({ claim, open, details, onOpen }: ActsProps) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <div className={page.actions}>
      <Button
        variant="secondary"
        size="small"
        aria-expanded={open}
        aria-controls={details}
        onClick={onOpen}
      >
        {open ? t.less : t.more}
      </Button>
      {claim.by_way ? (
        <LinkButton
          variant="quiet"
          size="small"
          href={`${pathOf('claim', locale)}?claim=${claim.claim_id}`}
        >
          {t.verdict}
        </LinkButton>
      ) : null}
    </div>
  )
}
