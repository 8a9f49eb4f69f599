import { type PointerEvent, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { foldAudit } from '#domain/audit-fold.ts'
import { almatyDay, numericDay } from '#domain/calendar.ts'
import { staffRoles } from '#domain/staff-roles.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useReply, useReplyPages } from '../../http/replies.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CloseIcon, SuccessIcon } from '../../ui/icons.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { useFootSum } from '../shell/foot-sum.ts'
import { useOpened, useRowKeys } from '../shell/keys.ts'
import styles from './audit.module.css'
import { Chips, type Field, type Filter, Times, useFilter } from './chips.tsx'
import own from './detail.module.css'
import { type Entry, objectOf, type Page, placeOf, useActorName } from './entry.ts'
import { Rows } from './rows.tsx'
import words from './texts.ts'

/** One entry in full: in words, why it is unusual, and its codes as the log holds them. */
export function AuditDetail({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useTexts(words)
  const locale = useLocale()
  const nameOf = useActorName()
  const [kind = '', id = ''] = entry.actor.split(':')
  const facts: [string, string][] = [
    [t.columns.object, objectOf(entry, t.objects)],
    [t.columns.from, t.places[placeOf(entry)]],
    [t.columns.seal, entry.seal ?? t.waits],
    ...(entry.unusual === null
      ? []
      : [[t.whyUnusual, t.oftenPerHour(entry.unusual)] as [string, string]]),
  ]
  return (
    <aside className={own.detail} aria-label={t.one}>
      <div className={own.title}>
        <h2>{t.actions[entry.action] ?? entry.action}</h2>
        {entry.unusual === null ? null : <span className={styles.unusual}>{t.unusual}</span>}
        <button type="button" aria-label={t.close} onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      <p className={styles.soft}>
        {almatyTime(entry.at)}, {nameOf(entry)}
      </p>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {staffRoles.some((role) => role === kind) ? (
        <p>
          <a href={`${pathOf('staff-audit', locale)}?actor=${id}`}>{t.allOf}</a>
        </p>
      ) : null}
      <h3>{t.record}</h3>
      <pre className={own.record}>
        {[
          `№\u00a0${entry.id}`,
          entry.action,
          `actor  ${entry.actor}`,
          `object ${entry.object.kind} ${entry.object.id}`,
          ...Object.entries(entry.details)
            .filter(([, value]) => value !== null && value !== '')
            .map(([name, value]) => `${name}  ${String(value)}`),
        ].join('\n')}
      </pre>
      <p className={styles.soft}>{t.chained}</p>
    </aside>
  )
}

type Props = { filter: Filter; folded: boolean; codes: boolean }

/**
 * Entries that match the filter as sentences, repeated acts folded; the chosen one beside in full.
 */
export function Entries({ filter, folded, codes }: Props) {
  const t = useTexts(words)
  const [chosen, setChosen] = useState<Entry | null>(null)
  const { loading, page, rest } = useReplyPages<'staffAudit', Page>(
    ask,
    'staffAudit',
    filter,
    (before, after) => ({ ...after, entries: [...before.entries, ...after.entries] }),
  )
  useOpened(chosen !== null, () => setChosen(null))
  const entries = page?.entries ?? []
  const folds = folded
    ? foldAudit(entries)
    : entries.map((entry) => ({ key: entry.id, entries: [entry] as [Entry] }))
  useFootSum(page ? t.sum(entries.length, folds.length) : '')
  return (
    <div className={styles.split}>
      <section className={styles.list} aria-label={t.list}>
        <Loaded loading={loading} value={page}>
          {() =>
            entries.length === 0 ? (
              <EmptyState title={t.empty}>{t.emptyText}</EmptyState>
            ) : (
              <>
                <Rows folds={folds} codes={codes} chosen={chosen} onChoose={setChosen} />
                {rest ? (
                  <div className={styles.rest}>
                    <LoadMore label={t.more} shown={t.shown(entries.length)} {...rest} />
                  </div>
                ) : null}
              </>
            )
          }
        </Loaded>
      </section>
      {chosen ? <AuditDetail entry={chosen} onClose={() => setChosen(null)} /> : null}
    </div>
  )
}

type Part = Reply<'staffAuditVerify'>['data']
type Walked = { seals: number; entries: number; last: Part }

/**
 * Walks the chain of seals from the newest to the first, part by part, and reports whether all fit.
 */
export function Verify() {
  const t = useTexts(words).verify
  const act = useAct(t.checked)
  const [walked, setWalked] = useState<Walked | null>(null)
  const walk = async () => {
    let { data } = await ask('staffAuditVerify', {})
    const { newest, unsealed } = data
    let seals = data.seals
    let entries = data.entries
    setWalked({ seals, entries, last: data })
    while (data.next && !data.broken) {
      data = (await ask('staffAuditVerify', { before: data.next })).data
      seals += data.seals
      entries += data.entries
      setWalked({ seals, entries, last: { ...data, newest, unsealed } })
    }
  }
  return (
    <section className={styles.verdict} aria-label={t.title}>
      <div>
        {walked && !act.busy && !act.error ? (
          <Verdict {...walked} />
        ) : (
          <p>
            <b>{t.title}.</b> <span className={styles.soft}>{t.text}</span>
          </p>
        )}
        <ActError act={act} />
        {act.busy ? <RowProgress>{t.running(walked?.entries ?? 0)}</RowProgress> : null}
      </div>
      <Button variant="secondary" size="small" busy={act.busy} onClick={() => void act.run(walk)}>
        {t.action}
      </Button>
    </section>
  )
}

function Verdict({ seals, entries, last: { broken, unsealed, newest } }: Walked) {
  const t = useTexts(words).verify
  return (
    <>
      {broken ? (
        <Notice tone="error" live title={t.broken(broken.seal, broken.from, broken.to)}>
          {t.brokenText}
        </Notice>
      ) : (
        <p role="status" className={styles.sound}>
          <SuccessIcon /> <b>{newest ? t.sound(seals, entries) : t.none}</b>
        </p>
      )}
      <p className={styles.soft}>
        {newest ? `${t.newest(newest.seal, almatyTime(newest.at))}. ` : ''}
        {t.unsealed(unsealed)}
      </p>
    </>
  )
}

/**
 * The log: state of its seals, filters, the bar of the day, and the acts as sentences with repeats
 * folded.
 */
export function Log() {
  const { filter, change } = useFilter()
  const [folded, setFolded] = useState(true)
  const [codes, setCodes] = useState(false)
  useRowKeys()
  return (
    <div className={styles.log}>
      <Verify />
      <Chips
        filter={filter}
        day={barDay(filter)}
        onChange={change}
        folded={folded}
        onFolded={setFolded}
        codes={codes}
        onCodes={setCodes}
      />
      <DayBar filter={filter} day={barDay(filter)} onChange={change} />
      <Entries key={JSON.stringify(filter)} filter={filter} folded={folded} codes={codes} />
    </div>
  )
}

/** Returns the last day of the filter for the bar; today if the filter has no day. */
const barDay = ({ from, to }: Filter): string => to ?? from ?? almatyDay(new Date())

type DayBarProps = {
  filter: Filter
  day: string
  onChange: (changes: Partial<Record<Field, string>>) => void
}

/** Ten minutes each, 144 a day. */
const SLOTS = 144
const WIDTH = 1_008
const HEIGHT = 36
const clockOf = (slot: number) =>
  `${String(Math.floor(slot / 6)).padStart(2, '0')}:${String((slot % 6) * 10).padStart(2, '0')}`
const slotOf = (clock: string | undefined, none: number) =>
  clock ? Number(clock.slice(0, 2)) * 6 + Math.floor(Number(clock.slice(3)) / 10) : none

/**
 * The day in slots of ten minutes: dragging over it filters the log, and so do two times beside it.
 */
function DayBar({ filter, day, onChange }: DayBarProps) {
  const { actor, action, since, until } = filter
  return (
    <Bar
      key={`${day} ${actor} ${action} ${since} ${until}`}
      filter={filter}
      day={day}
      onChange={onChange}
    />
  )
}

function Bar({ filter, day, onChange }: DayBarProps) {
  const { actor, action, since, until } = filter
  const t = useTexts(words)
  const isNarrow = useNarrow()
  const loading = useReply(ask, 'staffAuditDay', {
    day,
    ...(actor ? { actor } : {}),
    ...(action ? { action } : {}),
  })
  const [drawn, setDrawn] = useState<{ from: number; to: number } | null>(null)
  const counts = loading.value?.counts ?? []
  const all = counts.reduce((sum, count) => sum + count, 0)
  const slotAt = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(SLOTS - 1, Math.max(0, Math.floor(((clientX - left) / width) * SLOTS)))
  }
  const narrow = (from: number, to: number) =>
    onChange({
      from: day,
      to: day,
      since: clockOf(from),
      until: to + 1 >= SLOTS ? '' : clockOf(to + 1),
    })
  const shown = drawn ?? { from: slotOf(since, 0), to: slotOf(until, SLOTS) - 1 }
  const [first, last] = [Math.min(shown.from, shown.to), Math.max(shown.from, shown.to)]
  return (
    <section className={styles.day} aria-label={t.day}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t.dayText(numericDay(day), all, loading.value?.unusual ?? 0)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrawn({ from: slotAt(event), to: slotAt(event) })
        }}
        onPointerMove={(event) => {
          if (drawn) setDrawn({ from: drawn.from, to: slotAt(event) })
        }}
        onPointerUp={() => {
          if (drawn) narrow(first, last)
          setDrawn(null)
        }}
      >
        {since || until || drawn ? (
          <rect
            className={styles.chosen}
            x={(first * WIDTH) / SLOTS}
            width={((last - first + 1) * WIDTH) / SLOTS}
            height={HEIGHT}
          />
        ) : null}
        <Counts counts={counts} />
      </svg>
      <div className={styles.hours} aria-hidden="true">
        {[0, 3, 6, 9, 12, 15, 18, 21].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      {isNarrow ? null : (
        <div className={styles.times}>
          <span className={styles.soft}>{numericDay(day)}</span>
          <Times filter={filter} day={day} onChange={onChange} />
        </div>
      )}
    </section>
  )
}

function Counts({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts)
  return counts.map((count, slot) =>
    count > 0 ? (
      <rect
        key={clockOf(slot)}
        x={(slot * WIDTH) / SLOTS + 0.5}
        y={HEIGHT - Math.max(2, (count / most) * HEIGHT)}
        width={WIDTH / SLOTS - 1}
        height={Math.max(2, (count / most) * HEIGHT)}
      />
    ) : null,
  )
}
