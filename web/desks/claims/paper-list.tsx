import type { Localized } from '#domain/locale.ts'
import { CameraIcon } from '../../claims/way/camera-icon.tsx'
import { ask } from '../../http/ask.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckIcon, CloseIcon } from '../../ui/icons.tsx'
import { AgainIcon, ClockIcon } from '../../ui/later-icons.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import styles from './case.module.css'
import words from './case-texts.ts'
import type { ClaimPart } from './claim.ts'
import { usePaperName } from './names.ts'
import list from './papers.module.css'
import type { Paper } from './papers.ts'

const line = { fill: 'none', stroke: 'var(--ink-soft)', strokeWidth: 1.5 } as const

/** A paper as it looks from afar, by its slot: of papers nothing is decoded. */
function Sheet({ slot }: { slot: string }) {
  if (slot === 'id_front' || slot === 'id_back')
    return (
      <svg viewBox="0 0 44 44" aria-hidden="true">
        <rect x="5" y="11" width="34" height="22" rx="2.5" fill="var(--card)" />
        {slot === 'id_front' ? (
          <>
            <circle cx="13" cy="19.5" r="3" {...line} />
            <path
              d="M8.5 28.5c.5-3 2.2-4.5 4.5-4.5s4 1.5 4.5 4.5M22 18h12M22 23h12M22 28h7"
              {...line}
            />
          </>
        ) : (
          <path d="M10 17h12M10 22h7M10 29h24" strokeDasharray="3 1.5" {...line} />
        )}
      </svg>
    )
  return (
    <svg viewBox="0 0 44 44" aria-hidden="true">
      <rect x="11" y="6" width="22" height="32" rx="1.5" fill="var(--card)" />
      <path d={drawings[slot] ?? PLAIN} {...line} />
    </svg>
  )
}

const PLAIN = 'M15 13h14M15 18h14M15 23h14M15 28h9'
const drawings: Record<string, string> = {
  /** Signed. */
  claim_application: 'M15 12h14M15 17h14M15 22h9M16 32c2-5 4-5 4-1s3 1 4-1 2 2 4 1',
  /** Account for the payout. */
  payment_application: 'M15 12h14M15 17h9M18 24h8M18 27.5h8M22 27.5V34',
  /** Stamped. */
  event_document: 'M15 12h14M15 17h14M15 22h9M27 27.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z',
  /** Its sums. */
  damage_document: 'M15 12h14M15 18h6M26 18h3M15 23h6M26 23h3M15 28h6M26 28h3M24 33h5',
}

/** Short names of papers by slot, for captions of small pictures. */
const shortPapers: Localized<Readonly<Record<string, string>>> = {
  kz: {
    id_front: 'Куәлік, алдыңғы беті',
    id_back: 'Куәлік, артқы беті',
    claim_application: 'Сақтандыру төлемі туралы өтініш',
    payment_application: 'Аудару өтініші',
    event_document: 'Оқиға құжаты',
    damage_document: 'Залал құжаты',
  },
  ru: {
    id_front: 'Удостоверение спереди',
    id_back: 'Удостоверение сзади',
    claim_application: 'Заявление о выплате',
    payment_application: 'Заявление о перечислении',
    event_document: 'Документ о происшествии',
    damage_document: 'Документ об ущербе',
  },
}

/** Not judged yet. */
const RingIcon = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="8.5" fill="none" stroke="currentColor" strokeWidth="2" />
  </svg>
)

const marks = {
  fits: <CheckIcon />,
  again: <AgainIcon />,
  asked: <ClockIcon />,
  open: <RingIcon />,
  waiting: <ClockIcon />,
  infected: <CloseIcon />,
}

type Props = ClaimPart & {
  papers: readonly Paper[]
  chosen: string | null
  onChoose: (id: string) => void
}

/** The papers with their judgements; one SMS requests all that must be sent again. */
export function PaperList({ claim, papers, chosen, onChoose, onDone }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const nameOf = usePaperName()
  const now = papers.filter(({ isOlder, isPhoto }) => !isOlder && !isPhoto)
  const fitting = now.filter(({ state }) => state === 'fits').length
  return (
    <section className={list.papers} aria-label={t.papers}>
      <h2 className={styles.title}>
        {t.papers}
        <span className={styles.soft}>
          {now.every(({ state }) => state === 'open')
            ? t.unseen(now.length)
            : t.fitting(fitting, now.length)}
        </span>
      </h2>
      <ul className={list.rows}>
        {papers.map(({ file, state, isOlder, isPhoto }) => (
          <li key={file.id}>
            <button
              type="button"
              className={list.paper}
              aria-current={file.id === chosen ? 'true' : undefined}
              onClick={() => onChoose(file.id)}
            >
              <span className={list.tile} data-paper={isPhoto ? undefined : ''}>
                {file.small ? (
                  <img src={file.small} alt="" />
                ) : isPhoto ? (
                  <CameraIcon />
                ) : (
                  <Sheet slot={file.type} />
                )}
              </span>
              <span className={list.name}>
                {nameOf({ file, isPhoto })}
                <small>
                  {isPhoto && state === 'open' ? t.photo : t.state[state]}
                  {isOlder ? ` · ${t.older}` : ''}
                </small>
              </span>
              <span className={list.short} aria-hidden="true">
                {shortPapers[locale][file.type] ?? nameOf({ file, isPhoto })}
              </span>
              <span className={list.mark} data-state={state}>
                {isPhoto && state === 'open' ? null : marks[state]}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <AskAgain
        claim={claim}
        count={now.filter(({ state }) => state === 'again').length}
        onDone={onDone}
      />
    </section>
  )
}

/** Requests all papers marked to be sent again: one button, one SMS. */
function AskAgain({ claim, count, onDone }: ClaimPart & { count: number }) {
  const t = useTexts(words)
  const act = useAct()
  const send = async (form: FormData) => {
    const note = String(form.get('note') ?? '')
    const of = { claim_id: claim.claim_id, note }
    await act.run(() => ask('staffClaimAskAgain', of), t.askedAll(count))
    onDone()
  }
  if (count === 0) return <ActError act={act} />
  return (
    <form
      className={list.ask}
      onSubmit={(event) => {
        event.preventDefault()
        void send(new FormData(event.currentTarget))
      }}
    >
      <LimitedField
        name="note"
        label={t.askNote}
        rows={2}
        maxLength={500}
        error={act.errors.note}
      />
      <ActError act={act} />
      <Button type="submit" wide busy={act.busy}>
        {t.askAll(count)}
      </Button>
    </form>
  )
}
