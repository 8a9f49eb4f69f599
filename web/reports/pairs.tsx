import { type ReactNode, useState } from 'react'
import { unknownHere, type Way } from '#domain/books/settle.ts'
import { numericDay } from '#domain/calendar.ts'
import { percent } from '#domain/percent.ts'
import { ask } from '../http/ask.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { ActDialog, useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import parts from '../ui/desk-parts.module.css'
import { ErrorIcon } from '../ui/icons.tsx'
import { shortInsurer } from '../ui/insurer-name.ts'
import { ClockIcon } from '../ui/later-icons.tsx'
import { LimitedField } from '../ui/limited-field.tsx'
import { queryWith } from '../ui/query.ts'
import { QueryLink } from '../ui/query-link.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './match.module.css'
import words from './match-texts.ts'
import type { Period } from './period.ts'
import type { Exception } from './replies.ts'
import { SaleLink } from './sale-link.tsx'

type Props = { rows: readonly Exception[]; period: Period; onSettled: () => void }

/**
 * What does not match: our book, what is wrong, the other side, each with the act that settles it.
 * What is done can be taken back from the message about it.
 */
export function Pairs({ rows, period, onSettled }: Props) {
  const t = useTexts(words)
  const say = useToast()
  const act = useAct(null)
  const [noted, setNoted] = useState<Exception | null>(null)
  const undo = async ({ kind, key }: Exception) => {
    if (!(await act.run(() => ask('reportUnsettle', { kind, key })))) return
    say({ text: t.undone, tone: 'good' })
    onSettled()
  }
  const settle = async (row: Exception, how: Way, note = '') => {
    const { kind, key, likely } = row
    const linked = how === 'linked' && likely ? { linked: likely.id } : {}
    const done = await act.run(() =>
      ask('reportSettle', { ...period, kind, key, how, note, ...linked }),
    )
    if (!done) return
    setNoted(null)
    say({
      text: t.done[how],
      tone: 'good',
      kind: 'snackbar',
      action: { label: t.undo, run: () => void undo(row) },
    })
    onSettled()
  }
  return (
    <>
      <table className={styles.pairs}>
        <thead>
          <tr>
            <th scope="col">{t.ours}</th>
            <th scope="col">{t.wrong}</th>
            <th scope="col">{t.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Pair
              key={`${row.kind} ${row.key}`}
              row={row}
              busy={act.busy}
              onWay={(how) => (how === 'accepted' ? setNoted(row) : void settle(row, how))}
            />
          ))}
        </tbody>
      </table>
      <ActDialog
        open={noted !== null}
        title={t.title}
        submit={t.ways.accepted}
        act={act}
        onClose={() => {
          setNoted(null)
          act.reset()
        }}
        onSubmit={(form) =>
          void (noted && settle(noted, 'accepted', String(form.get('note') ?? '')))
        }
      >
        <div className={parts.form} key={noted?.key}>
          <p>{noted ? `${noted.id}: ${t.reasons[reasonOf(noted)] ?? ''}` : null}</p>
          <p className={parts.soft}>{t.about}</p>
          <LimitedField
            name="note"
            label={t.note}
            rows={3}
            maxLength={500}
            error={act.errors.note}
          />
        </div>
      </ActDialog>
    </>
  )
}

const reasonOf = ({ kind, line }: Exception): string => line?.verdict ?? kind
/** What waits for time, not for a person. */
const waits = new Set(['not_in_statement', 'paid_not_issued'])

type PairProps = { row: Exception; busy: boolean; onWay: (how: Way) => void }

function Pair({ row, busy, onWay }: PairProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const { kind, line, likely, ours, theirs, refused } = row
  const more = useMore(row)
  const differs = line?.verdict === 'amount_differs' && ours !== null && theirs !== null
  const reason = t.reasons[reasonOf(row)] ?? reasonOf(row)
  const Icon = waits.has(kind) ? ClockIcon : ErrorIcon
  const ways = row.ways.filter((how) => how !== 'linked' || likely)
  const acts = (
    <span className={styles.acts}>
      {ways.map((how) => (
        <Button
          key={how}
          variant="secondary"
          size="small"
          disabled={busy}
          aria-label={`${t.ways[how]}: ${row.id}`}
          onClick={() => onWay(how)}
        >
          {t.ways[how]}
        </Button>
      ))}
      {kind === 'refund_failed' ? (
        <LinkButton
          variant="secondary"
          size="small"
          href={queryWith({ view: 'refunds', status: 'failed', kind: null })}
        >
          {t.refund}
        </LinkButton>
      ) : null}
      {kind === 'paid_not_issued' ? <small>{t.goesOn}</small> : null}
    </span>
  )
  const rate = (of: number | null, none: string) => (of === null ? none : percent[locale](of))
  const hereMissing = line !== null && unknownHere.includes(line.verdict)
  return (
    <tr data-waits={waits.has(kind) ? '' : undefined}>
      <td>
        {hereMissing ? (
          <Missing text={likely ? t.likely(likely.id, numericDay(likely.day)) : t.nothingHere}>
            {acts}
          </Missing>
        ) : (
          <Side
            name={
              refused ? (
                shortInsurer(refused.insurer)
              ) : row.orderId ? (
                <SaleLink id={row.orderId}>{numberOf(row.orderId)}</SaleLink>
              ) : (
                numberOf(row.id)
              )
            }
            is={refused ? rate(refused.ours, t.noContract) : sum(ours)}
            more={more}
          />
        )}
      </td>
      <td className={styles.wrong}>
        <Icon />
        {differs ? t.difference(money(Math.abs(ours - theirs))) : reason}
      </td>
      <td>
        {line ? (
          <Side
            name={
              <QueryLink
                to={{
                  ...{ view: 'statements', statement: row.key.split(':')[0] ?? '' },
                  line: String(line.line),
                }}
              >
                {t.line(t.systems[line.system] ?? line.system, line.line)}
              </QueryLink>
            }
            is={sum(theirs)}
            more={`${numericDay(line.day)}${line.outsideId ? ` · ${t.outside(line.outsideId)}` : ''}`}
          >
            {hereMissing ? null : acts}
          </Side>
        ) : refused ? (
          <Side name={t.quoted} is={rate(refused.theirs, t.notQuoted)} more="">
            {acts}
          </Side>
        ) : theirs !== null ? (
          <Side name={t.booked} is={sum(theirs)} more="">
            {acts}
          </Side>
        ) : (
          <Missing text={kind === 'not_in_statement' ? t.nothingThere : ''}>{acts}</Missing>
        )}
      </td>
    </tr>
  )
}

/** What people know an order by, without the end that keeps it from being guessed. */
const numberOf = (id: string): string => (/^Q[GH]\d/.test(id) ? (id.split('-')[0] ?? id) : id)

/** When it was, and what the note of the row says in words. */
function useMore({ at, note, line, refused }: Exception): string {
  const t = useTexts(words)
  if (refused && at) return [almatyTime(at).slice(0, 10), t.refusedSales(refused.times)].join(' · ')
  const said = line
    ? []
    : note
        .split(' · ')
        .filter(Boolean)
        .map((part) => t.notes[part] ?? part)
  return [at ? almatyTime(at) : null, ...said].filter(Boolean).join(' · ')
}

const sum = (of: number | null): string => (of === null ? '–' : money(of))

/** `is`: the sum or the rate that stands on this side. */
type SideProps = { name: ReactNode; is: string; more: string; children?: ReactNode }

const Side = ({ name, is, more, children }: SideProps) => (
  <div className={styles.side}>
    <b>{name}</b>
    <span>{is}</span>
    <small>{more}</small>
    {children}
  </div>
)

const Missing = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className={styles.missing}>
    {text}
    {children}
  </div>
)
