import { useState } from 'react'
import { addDays } from '#domain/calendar.ts'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { DateField } from '../../ui/date-field.tsx'
import parts from '../../ui/desk-parts.module.css'
import { LimitedField } from '../../ui/limited-field.tsx'
import { changedBy, type Proposal, useNames } from './proposals.ts'
import styles from './reference.module.css'
import type { AtKind } from './reference.ts'
import words from './texts.ts'
import { useShown, useSince } from './values.ts'

const tones = { proposed: 'now', applied: 'good', rejected: 'bad' } as const

/** Returns the first day a change can be reverted from: its own if that is in the future. */
const dayBack = (from: string, today: string): string => (from > today ? from : addDays(today, 1))

/** Decided proposals, newest first; an applied change can be proposed back. */
export function History(at: AtKind) {
  const t = useTexts(words)
  const act = useAct()
  const [back, setBack] = useState<Proposal | null>(null)
  const { history } = at.reference
  if (history.length === 0) return null
  return (
    <details className={styles.history}>
      <summary>
        {t.history}: {history.length}
      </summary>
      <ul className={parts.lines}>
        {history.map((proposal) => (
          <Decided
            key={proposal.id}
            proposal={proposal}
            at={at}
            onRevert={() => setBack(proposal)}
          />
        ))}
      </ul>
      <RevertDialog back={back} at={at} act={act} onClose={() => setBack(null)} />
    </details>
  )
}

type DecidedProps = { proposal: Proposal; at: AtKind; onRevert: () => void }

/** One decided proposal: its changes, reason and author. */
function Decided({ proposal, at, onRevert }: DecidedProps) {
  const t = useTexts(words)
  const nameOf = useNames(at)
  const since = useSince()
  const shown = useShown(at)
  const { before, values, state } = proposal
  return (
    <li>
      <span className={parts.head}>
        <Chip tone={tones[state]}>{t.states[state]}</Chip>
        <strong>{nameOf(proposal)}</strong>
        <span>{since(proposal)}</span>
      </span>
      {before
        ? changedBy(proposal).map((name) => (
            <span key={name}>
              {t.fields[name] ?? name}: {shown(before[name], name)} → {shown(values[name], name)}
            </span>
          ))
        : null}
      <span>{proposal.reason}</span>
      {proposal.note ? <span>{proposal.note}</span> : null}
      <span className={parts.soft}>
        {t.by(proposal.by)}, {almatyTime(proposal.at)}
        {proposal.decidedBy ? ` · ${t.decidedBy(proposal.decidedBy)}` : ''}
      </span>
      {state === 'applied' ? (
        <span>
          <Button
            variant="quiet"
            size="small"
            aria-label={`${t.revert}: ${nameOf(proposal)}, ${since(proposal)}`}
            onClick={onRevert}
          >
            {t.revert}
          </Button>
        </span>
      ) : null}
    </li>
  )
}

type RevertProps = {
  back: Proposal | null
  at: AtKind
  act: ReturnType<typeof useAct>
  onClose: () => void
}

/** Proposes the old values again, from a day on if they have one. */
function RevertDialog({ back, at, act, onClose }: RevertProps) {
  const t = useTexts(words)
  const revert = async (form: FormData) => {
    if (!back) return
    const from = back.from ? { from: String(form.get('from') ?? '') } : {}
    const body = { id: back.id, ...from, reason: String(form.get('reason') ?? '') }
    if (!(await act.run(() => ask('referenceRevert', body)))) return
    onClose()
    at.onDone()
  }
  return (
    <ActDialog
      open={back !== null}
      title={t.revert}
      submit={t.propose}
      act={act}
      onClose={onClose}
      onSubmit={(form) => void revert(form)}
    >
      <div className={parts.form}>
        {back?.from ? (
          <DateField
            name="from"
            label={t.from}
            defaultValue={dayBack(back.from, at.today)}
            min={at.today}
            required
            error={act.errors.from}
          />
        ) : null}
        <LimitedField
          name="reason"
          label={t.reason}
          rows={3}
          maxLength={500}
          required
          error={act.errors.reason}
        />
      </div>
    </ActDialog>
  )
}
