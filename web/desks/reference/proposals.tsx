import { useState } from 'react'
import { addDays } from '#domain/calendar.ts'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActDialog, ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { DateField } from '../../ui/date-field.tsx'
import parts from '../../ui/desk-parts.module.css'
import { Table } from '../../ui/table.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { AtKind, Reference } from './reference.ts'
import words from './texts.ts'
import { useNameOf, useShown, useSince } from './values.ts'

type Proposal = Reference['open'][number]
const tones = { proposed: 'now', applied: 'good', rejected: 'bad' } as const

/** What waits for a decision: the old value beside the new one, and the two answers. */
export function Open(at: AtKind) {
  const t = useTexts(words)
  return at.reference.open.map((proposal) => (
    <Card key={proposal.id} title={t.open}>
      <div className={parts.form}>
        <What proposal={proposal} at={at} />
        <Decision {...at} proposal={proposal} />
      </div>
    </Card>
  ))
}

function Decision({ proposal, administrator, onDone }: AtKind & { proposal: Proposal }) {
  const t = useTexts(words)
  const act = useAct()
  const [rejecting, setRejecting] = useState(false)
  const answer = proposal.mine ? t.withdraw : t.reject
  const approve = async () => {
    if (await act.run(() => ask('referenceApprove', { id: proposal.id }))) onDone()
  }
  const reject = async (form: FormData) => {
    if (
      !(await act.run(() =>
        ask('referenceReject', { id: proposal.id, note: String(form.get('note') ?? '') }),
      ))
    )
      return
    setRejecting(false)
    onDone()
  }
  return (
    <>
      {proposal.mine ? (
        <p className={parts.soft}>{t.mine}</p>
      ) : administrator ? null : (
        <p className={parts.soft}>{t.waits}</p>
      )}
      <div className={parts.actions}>
        {administrator && !proposal.mine ? (
          <Button busy={act.busy} onClick={() => void approve()}>
            {t.approve}
          </Button>
        ) : null}
        {administrator || proposal.mine ? (
          <Button variant="secondary" onClick={() => setRejecting(true)}>
            {answer}
          </Button>
        ) : null}
      </div>
      {rejecting ? null : <ActError act={act} />}
      <ActDialog
        open={rejecting}
        title={answer}
        submit={answer}
        danger
        act={act}
        onClose={() => setRejecting(false)}
        onSubmit={(form) => void reject(form)}
      >
        <TextField
          name="note"
          label={t.note}
          rows={3}
          maxLength={500}
          required
          error={act.errors.note}
        />
      </ActDialog>
    </>
  )
}

/** The row of a proposal as people call it. */
function useNames(at: AtKind): (proposal: Proposal) => string {
  const nameOf = useNameOf(at)
  return ({ key, values }) =>
    nameOf(at.reference.rows.find((row) => row.key === key) ?? { key, values })
}

/** The fields whose value a proposal sets anew. */
const changedBy = ({ before, values, action }: Proposal): string[] =>
  action === 'end' ? [] : Object.keys(values).filter((name) => before?.[name] !== values[name])

/** Which row, from when, and each value that changes. */
function What({ proposal, at }: { proposal: Proposal; at: AtKind }) {
  const t = useTexts(words)
  const nameOf = useNames(at)
  const since = useSince()
  const shown = useShown(at)
  const { before, values, action } = proposal
  return (
    <>
      <p>
        <strong>{nameOf(proposal)}</strong> · {since(proposal)}
        {before === null ? ` · ${t.newRow}` : action === 'end' ? ` · ${t.ended}` : ''}
        {proposal.reverts ? ` · ${t.reverts}` : ''}
      </p>
      {action === 'end' ? null : (
        <Table
          caption={t.changes}
          columns={[
            { key: 'field', title: t.field },
            { key: 'before', title: t.now },
            { key: 'after', title: t.will },
          ]}
          rows={changedBy(proposal).map((name) => ({
            key: name,
            cells: {
              field: t.fields[name] ?? name,
              before: before ? shown(before[name], name) : '–',
              after: <strong>{shown(values[name], name)}</strong>,
            },
          }))}
        />
      )}
      <p>
        {t.reason}: {proposal.reason}
      </p>
      <p className={parts.soft}>
        {t.by(proposal.by)}, {almatyTime(proposal.at)}
      </p>
    </>
  )
}

/** The first day a change can be taken back from: its own while that is to come. */
const dayBack = (from: string, today: string): string => (from > today ? from : addDays(today, 1))

/** What was decided, the newest first; an applied change can be proposed back. */
export function History(at: AtKind) {
  const t = useTexts(words)
  const act = useAct()
  const [back, setBack] = useState<Proposal | null>(null)
  const { history } = at.reference
  return (
    <Card title={t.history}>
      {history.length === 0 ? <p className={parts.soft}>{t.noHistory}</p> : null}
      <ul className={parts.lines}>
        {history.map((proposal) => (
          <Decided
            key={proposal.id}
            proposal={proposal}
            at={at}
            onRevert={() => {
              act.reset()
              setBack(proposal)
            }}
          />
        ))}
      </ul>
      <RevertDialog back={back} at={at} act={act} onClose={() => setBack(null)} />
    </Card>
  )
}

type DecidedProps = { proposal: Proposal; at: AtKind; onRevert: () => void }

/** One proposal that was decided: what it changed, why, and by whom. */
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

/** Proposes the old values again, from a day on where they have one. */
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
        <TextField
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
