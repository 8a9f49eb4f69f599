import { Suspense, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { useReply } from '../../http/replies.ts'
import { lazy } from '../../lazy.ts'
import { timeOf } from '../../purchase/result/progress.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded, OnItsWay } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'
import { useToast } from '../../ui/toast.tsx'
import { Views } from '../../ui/views.tsx'
import { useOnline } from '../frame.tsx'
import { portal } from '../portal.ts'
import { HaltedNotice, useBlocked } from '../sale/blocked.tsx'
import frameWords from '../texts.ts'
import styles from './desk.module.css'
import { Expiring } from './expiring.tsx'
import words, { draftWords } from './texts.ts'
import { TodaysSales } from './todays-sales.tsx'

const GiveDialog = lazy(() =>
  import('./give-dialog.tsx').then((module) => ({ default: module.GiveDialog })),
)

/** Number open at first; a press shows the rest. */
const shownFirst = 5

/** Unfinished sales on the server, from any device. */
function DraftList() {
  const t = useTexts(words)
  const locale = useLocale()
  const say = useToast()
  const loading = useReply(portal, 'promoterDrafts', {})
  const [gone, setGone] = useState<readonly string[]>([])
  const [all, setAll] = useState(false)
  const d = useTexts(draftWords)
  const [given, setGiven] = useState<{ id: string; title: string } | null>(null)
  const drop = async (id: string, beside: string | undefined): Promise<void> => {
    try {
      await portal('promoterDraftDelete', { id })
      setGone((before) => [...before, id])
      // The button disappeared with its row: restores the focus after the paint.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          document.getElementById(beside ?? 'drafts')?.focus()
      })
    } catch {
      say({ text: t.failed, tone: 'bad', kind: 'snackbar' })
    }
  }
  return (
    <section className={styles.part} aria-labelledby="drafts">
      <h2 id="drafts" tabIndex={-1}>
        {t.drafts}
      </h2>
      <Loaded loading={loading} value={loading.value}>
        {({ drafts }) => {
          const left = drafts.filter(({ id }) => !gone.includes(id))
          if (left.length === 0) return <p className={styles.note}>{t.noDrafts}</p>
          const shown = all ? left : left.slice(0, shownFirst)
          return (
            <>
              <ul className={styles.small}>
                {shown.map(({ id, title, savedAt, elsewhere, from }, index) => (
                  <li key={id} id={id} tabIndex={-1} data-walk>
                    <p className={styles.who}>{title || t.untitled}</p>
                    <p className={styles.note}>{t.savedAt(timeOf(savedAt, locale))}</p>
                    {from ? <p className={styles.note}>{d.from(from)}</p> : null}
                    {elsewhere === null ? null : (
                      <p className={styles.note}>{d.elsewhere(elsewhere || d.otherDevice)}</p>
                    )}
                    <div className={styles.buttons}>
                      <LinkButton
                        variant="secondary"
                        size="small"
                        href={`${pathOf('promoter-ogpo', locale)}?${new URLSearchParams({ draft: id })}`}
                      >
                        {t.goOn}
                      </LinkButton>
                      <Button
                        variant="quiet"
                        size="small"
                        aria-label={`${d.give}: ${title || t.untitled}`}
                        onClick={() => setGiven({ id, title: title || t.untitled })}
                      >
                        {d.give}
                      </Button>
                      <Button
                        variant="quiet"
                        size="small"
                        onClick={() => void drop(id, (left[index + 1] ?? left[index - 1])?.id)}
                      >
                        {t.drop}
                      </Button>
                    </div>
                  </li>
                ))}
              </ul>
              {left.length > shownFirst ? (
                <LoadMore
                  label={t.more}
                  shown={t.shown(shown.length)}
                  last={all}
                  onMore={() => setAll(true)}
                />
              ) : null}
            </>
          )
        }}
      </Loaded>
      <Suspense>
        {given ? (
          <GiveDialog
            draft={given}
            onClose={() => setGiven(null)}
            onGiven={(to) => {
              setGiven(null)
              setGone((before) => [...before, given.id])
              say({ text: d.given(to), tone: 'good' })
              requestAnimationFrame(() => document.getElementById('drafts')?.focus())
            }}
          />
        ) : null}
      </Suspense>
    </section>
  )
}

const Day = lazy(() => import('./day.tsx').then((module) => ({ default: module.Day })))
const Statement = lazy(() =>
  import('./statement.tsx').then((module) => ({ default: module.Statement })),
)
const WalkKeys = lazy(() =>
  import('../walk-keys.tsx').then((module) => ({ default: module.WalkKeys })),
)
const SalesTable = lazy(() =>
  import('./sales-table.tsx').then((module) => ({ default: module.SalesTable })),
)
const narrowings = { period: null, state: null, kind: null, insurer: null }

/** My day: sales, ending policies, unfinished sales; and all sales as a table. */
export function PortalPage() {
  const t = useTexts(words)
  const frame = useTexts(frameWords)
  const locale = useLocale()
  const view = useQuery().get('view') === 'sales' ? 'sales' : 'day'
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t.heading}</h1>
        <Views
          label={t.heading}
          current={view}
          views={[
            { id: 'day', label: t.views.day, query: { view: null, ...narrowings } },
            { id: 'sales', label: t.views.sales, query: { view: 'sales' } },
          ]}
        />
      </header>
      <Suspense fallback={<OnItsWay />}>
        {view === 'sales' ? <SalesTable /> : <OwnDay />}
        <div className={styles.keys}>
          <WalkKeys />
          {view === 'day' ? (
            <a className={styles.pause} href={pathOf('promoter-block', locale)}>
              {frame.pauseOfAll}
            </a>
          ) : null}
        </div>
      </Suspense>
    </div>
  )
}

function OwnDay() {
  const t = useTexts(words)
  const [statement, setStatement] = useState(false)
  const { halted } = useBlocked()
  // Everything else is the server's: without a connection it would only be on its way.
  if (!useOnline())
    return (
      <div className={styles.sheet}>
        <Expiring />
      </div>
    )
  return (
    <div className={styles.sheet}>
      {halted ? <HaltedNotice halted={halted} /> : null}
      <Day />
      <div className={styles.columns}>
        <TodaysSales />
        <div className={styles.side}>
          <Expiring />
          <DraftList />
          <section className={styles.part} aria-labelledby="statement" data-asked>
            <h2 id="statement">{t.statement}</h2>
            {statement ? (
              <Suspense>
                <Statement />
              </Suspense>
            ) : (
              <Button variant="secondary" size="small" onClick={() => setStatement(true)}>
                {t.showStatement}
              </Button>
            )}
          </section>
        </div>
      </div>
    </div>
  )
}
