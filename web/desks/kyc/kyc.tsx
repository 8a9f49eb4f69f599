import { type ReactNode, useEffect, useState } from 'react'
import { isIin } from '#domain/iin.ts'
import { shortLists } from '#texts/watch-lists.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { askAnew, useReply, useReplyPages } from '../../http/replies.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BackIcon, CheckIcon, ErrorIcon } from '../../ui/icons.tsx'
import { IinField } from '../../ui/iin-field.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded, OnItsWay } from '../../ui/loaded.tsx'
import { queryWith, setQuery, useQuery } from '../../ui/query.ts'
import { useDuration } from '../../ui/use-duration.ts'
import { useMedia } from '../../ui/use-media.ts'
import { useLive } from '../live.ts'
import { useFootSum } from '../shell/foot-sum.ts'
import { Stroke } from '../shell/icons.tsx'
import { useKeys, useOpened } from '../shell/keys.ts'
import split from '../split/split.module.css'
import { DeskTabs } from '../split/tabs.tsx'
import type { Whom } from './case.ts'
import { CaseView } from './case-view.tsx'
import styles from './freshness.module.css'
import { Lists } from './lists.tsx'
import meter from './meter.module.css'
import { likeness } from './percent.ts'
import words from './texts.ts'

type Row = Reply<'kycCases'>['data']['cases'][number]
type CaseListProps = {
  cases: readonly Row[]
  view: 'waiting' | 'blocked' | 'decided'
  open: string | null
  rest: ReturnType<typeof useReplyPages>['rest']
}

/** Cases that wait for a decision: match, similarity and waiting time. */
export function CaseList({ cases, view, open, rest }: CaseListProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const waited = useDuration()
  if (cases.length === 0)
    return (
      <EmptyState title={t.cases.empty[view]}>
        {view === 'waiting' ? t.cases.emptyText : null}
      </EmptyState>
    )
  return (
    <>
      <ol>
        {cases.map((one) => (
          <li key={one.id}>
            <a
              data-row
              data-key={one.id}
              className={split.row}
              href={queryWith({ case: one.id })}
              aria-current={one.id === open ? 'true' : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                setQuery({ case: one.id, client: null })
              }}
            >
              <strong>{one.name || t.cases.nameless}</strong>
              <strong>{one.by ? likeness(one.score, locale) : ''}</strong>
              <span className={split.facts}>
                <span>
                  {[
                    ...one.lists.map(({ code, title }) => shortLists[locale][code] ?? title),
                    one.by ? t.by[one.by] : t.cases.origins[one.origin],
                    ...(one.signature_waits ? [t.two.waits] : []),
                  ].map((fact) => (
                    <span key={fact}>{fact} </span>
                  ))}
                </span>
              </span>
              <span>{one.decidedAt ? almatyTime(one.decidedAt) : waited(one.openedAt)}</span>
            </a>
          </li>
        ))}
      </ol>
      {rest ? (
        <LoadMore label={t.cases.more} shown={t.cases.shown(cases.length)} {...rest} />
      ) : null}
    </>
  )
}

/** `J` and `K`: to the next case; beside an open one it opens. */
export function walkCases(step: 1 | -1, open: string | null): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-row]')]
  const focused = links.indexOf(document.activeElement as HTMLAnchorElement)
  const at = focused < 0 ? links.findIndex(({ dataset }) => dataset.key === open) : focused
  const link = links[at + step]
  link?.focus()
  if (open) link?.click()
}

/** Returns the focus to the row of a case, unless it moved elsewhere meanwhile. */
export function backToCase(id: string): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>(`a[data-key="${CSS.escape(id)}"]`)?.focus()
}

const views = ['waiting', 'blocked', 'decided'] as const
/** Wide enough for a case beside the list: the first one opens by itself (split.module.css). */
const BESIDE = '(width > 820px)'
type View = (typeof views)[number]
type Page = Reply<'kycCases'>['data']
type Counts = Pick<Page, 'waiting' | 'blocked'>

/**
 * Cases of a view, one of them beside the list (`?case=`). A searched IIN stays out of the address:
 * browsers and logs keep addresses. A client's page links here by `?client=`.
 */
export function KycDesk() {
  const t = useTexts(words)
  const query = useQuery()
  const asked = query.get('view')
  const view = views.find((one) => one === asked) ?? 'waiting'
  const [counts, setCounts] = useState<Counts | null>(null)
  const [searching, setSearching] = useState(false)
  const [iin, setIin] = useState<string | null>(null)
  const own = { case: null, client: null }
  const tabs = [
    ...views.map((key) => ({
      key,
      title: t.tabs[key],
      query: { ...own, view: key === 'waiting' ? null : key },
      count: key === 'decided' ? undefined : (counts?.[key] ?? null),
      hot: key === 'waiting',
    })),
    { key: 'lists', title: t.tabs.lists, query: { ...own, view: 'lists' } },
  ]
  return (
    <>
      <DeskTabs label={t.tabs.label} tabs={tabs} current={asked === 'lists' ? 'lists' : view}>
        <Button
          variant="secondary"
          size="small"
          className={split.iconWhereNarrow}
          icon={<Stroke of="kyc" />}
          onClick={() => setSearching(true)}
        >
          {t.search.title}
        </Button>
      </DeskTabs>
      {asked === 'lists' ? (
        <Lists onCounts={setCounts} />
      ) : (
        <Cases key={view} view={view} iin={iin} onIin={setIin} onCounts={setCounts} />
      )}
      <SearchDialog
        open={searching}
        onClose={() => setSearching(false)}
        onFind={(found) => {
          setSearching(false)
          setIin(found)
          setQuery({ case: null, client: null, view: view === 'waiting' ? null : view })
        }}
      />
    </>
  )
}

type Props = {
  view: View
  iin: string | null
  onIin: (iin: string | null) => void
  onCounts: (counts: Counts) => void
}

function whomOf(open: string | null, iin: string | null, client: string | null): Whom | null {
  if (open) return { case_id: open }
  if (iin) return { iin }
  return client ? { account_id: client } : null
}

function Cases({ view, iin, onIin, onCounts }: Props) {
  const t = useTexts(words)
  const query = useQuery()
  const chosen = query.get('case')
  const client = query.get('client')
  const isBeside = useMedia(BESIDE)
  /** Keeps the open case if others decide it or the list changes. */
  const [first, setFirst] = useState<string | null>(null)
  const { loading, page, rest } = useReplyPages<'kycCases', Page>(
    ask,
    'kycCases',
    { view },
    (before, after) => ({ ...after, cases: [...before.cases, ...after.cases] }),
  )
  useEffect(() => {
    if (!page) return
    onCounts(page)
    setFirst((kept) => kept ?? page.cases[0]?.id ?? null)
  }, [page]) // oxlint-disable-line react/exhaustive-deps
  useLive('kyc-cases', 'kycCases')
  const open = chosen ?? (isBeside && !iin && !client ? first : null)
  const whom = whomOf(open, iin, client)
  const close = () => {
    onIin(null)
    setQuery({ case: null, client: null })
    if (chosen) backToCase(chosen)
  }
  useOpened(Boolean(chosen || iin || client), close)
  useKeys({
    KeyJ: () => walkCases(1, open),
    KeyK: () => walkCases(-1, open),
  })
  useFootSum(page ? t.sum(page.waiting, page.blocked) : '')
  /** A decided case leaves the list; the next one opens. */
  const decided = () => {
    const cases = page?.cases ?? []
    const at = cases.findIndex(({ id }) => id === open)
    const next = at < 0 ? null : (cases[at + 1] ?? cases[at - 1] ?? null)
    if (at >= 0 && view === 'waiting') {
      setFirst(null)
      setQuery({ case: next?.id ?? null })
    }
    void askAnew(['kycCases', 'staffToday'])
  }
  return (
    <Freshness>
      <div
        className={split.split}
        data-open={chosen || iin || client ? '' : undefined}
        data-empty={!whom && page?.cases.length === 0 ? '' : undefined}
      >
        <section className={split.list} aria-label={t.tabs[view]}>
          <Loaded loading={loading} value={page}>
            {({ cases }) => <CaseList cases={cases} view={view} open={open} rest={rest} />}
          </Loaded>
        </section>
        <section className={split.detail} aria-label={t.one}>
          <button type="button" className={split.back} onClick={close}>
            <BackIcon />
            {t.tabs[view]}
          </button>
          {whom ? (
            <CaseView
              key={JSON.stringify(whom)}
              whom={whom}
              isAsked={open === chosen}
              onDecided={decided}
            />
          ) : (
            <p className={split.nothing}>{page?.cases.length ? t.choose : null}</p>
          )}
        </section>
      </div>
    </Freshness>
  )
}

type SearchDialogProps = { open: boolean; onClose: () => void; onFind: (iin: string) => void }

/** Search by IIN, also for people who are not our clients. */
function SearchDialog({ open, onClose, onFind }: SearchDialogProps) {
  const t = useTexts(words).search
  const act = useAct(null)
  const [wrong, setWrong] = useState(false)
  return (
    <ActDialog
      open={open}
      title={t.title}
      submit={t.find}
      act={act}
      onClose={onClose}
      onSubmit={(form) => {
        const iin = String(form.get('iin') ?? '').replace(/\D/g, '')
        setWrong(!isIin(iin))
        if (isIin(iin)) onFind(iin)
      }}
    >
      <IinField
        name="iin"
        label={t.iin}
        error={wrong ? t.wrong : undefined}
        autoComplete="off"
        onValue={() => setWrong(false)}
      />
    </ActDialog>
  )
}

type List = Reply<'kycLists'>['data']['lists'][number]

/**
 * Above every case: the age of each list against its allowed age. `children` appear together with
 * it: its height is unknown before.
 */
function Freshness({ children }: { children: ReactNode }) {
  const t = useTexts(words).lists
  const { value, error } = useReply(ask, 'kycLists', {})
  if (!value) return error ? children : <OnItsWay />
  return (
    <>
      {value.fresh ? null : (
        <p className={styles.stale}>
          <ErrorIcon />
          <span>
            <strong>{t.stale}</strong> {t.staleText}
          </span>
        </p>
      )}
      <ul className={styles.lists} aria-label={t.caption}>
        {value.lists.map((list) => (
          <One key={list.code} list={list} />
        ))}
      </ul>
      {children}
    </>
  )
}

function One({ list }: { list: List }) {
  const { lists: t } = useTexts(words)
  const locale = useLocale()
  const hours = list.confirmedAt
    ? Math.max(0, Math.floor((Date.now() - Date.parse(list.confirmedAt)) / 3_600_000))
    : null
  const isFine = list.state === 'fresh'
  return (
    <li data-bad={isFine ? undefined : ''}>
      <strong>
        {isFine ? <CheckIcon /> : <ErrorIcon />}
        <span title={list.title}>{shortLists[locale][list.code] ?? list.title}</span>
      </strong>
      <meter
        className={meter.meter}
        min={0}
        max={list.max_age_hours}
        value={Math.min(hours ?? list.max_age_hours, list.max_age_hours)}
        aria-label={list.title}
      />
      <span className={styles.below}>
        <span>
          {hours === null ? t.states.missing : t.hoursOf(hours, list.max_age_hours)}
          {isFine || hours === null ? '' : ` · ${t.states[list.state]}`}
        </span>
        <span>{list.effect === 'flag' ? t.flagOnly : t.count(list.entries)}</span>
      </span>
    </li>
  )
}
