import { useRef, useState } from 'react'
import type { EntryKind } from '#domain/books/entries.ts'
import { lastOfMonth } from '#domain/calendar.ts'
import { formatTiyn, groupDigits } from '#domain/format.ts'
import { useFootSum } from '../desks/shell/foot-sum.ts'
import { DeskTabs } from '../desks/split/tabs.tsx'
import { ask } from '../http/ask.ts'
import { fileOf } from '../http/download.ts'
import { apiErrorOf } from '../http/http.ts'
import { useReply } from '../http/replies.ts'
import { useLocale, useTexts } from '../texts.ts'
import { almatyTime } from '../ui/almaty.ts'
import { Below } from '../ui/below.tsx'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { DenseTable } from '../ui/dense-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterChip } from '../ui/filter-chip.tsx'
import { ErrorIcon, InfoIcon, SuccessIcon } from '../ui/icons.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Notice } from '../ui/notice.tsx'
import { setQuery, useQuery } from '../ui/query.ts'
import { useToast } from '../ui/toast.tsx'
import { useOptions } from './options.ts'
import styles from './out.module.css'
import { ChartPart, EditAccounts } from './out-chart.tsx'
import type { Filling, OutData } from './out-data.ts'
import { EditParty, PartiesPart } from './out-parties.tsx'
import words from './out-texts.ts'
import { EditVat, VatPart } from './out-vat.tsx'
import { monthName } from './period.ts'
import report from './report.module.css'

type File = OutData['files'][number]
type Missing = File['missing'][number]

const parts = ['month', 'chart', 'parties', 'vat'] as const
const isPart = (name: string | null) => parts.find((one) => one === name) ?? 'month'

/** Files of a month for 1C and the tax office, and the tables they are made from. */
export function Out(_props: { today: string }) {
  const t = useTexts(words)
  const query = useQuery()
  const month = query.get('month')
  const part = isPart(query.get('part'))
  const loading = useReply(ask, 'reportOut', month ? { month } : {})
  const [filling, setFilling] = useState<Filling>(null)
  const done = () => {
    setFilling(null)
    loading.again()
  }
  return (
    <div className={report.whole}>
      <DeskTabs
        label={t.parts}
        current={part}
        tabs={parts.map((one) => ({
          key: one,
          title: t[one],
          query: { part: one === 'month' ? null : one },
        }))}
      />
      <section
        className={report.ledger}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard too
        tabIndex={0}
        aria-label={t[part]}
      >
        <Loaded loading={loading} value={loading.value}>
          {(data) => (
            <>
              {part === 'month' ? (
                <MonthPart data={data} onFill={setFilling} onGiven={loading.again} />
              ) : null}
              {part === 'chart' ? <ChartPart data={data} onFill={setFilling} /> : null}
              {part === 'parties' ? (
                <PartiesPart data={data} onFill={setFilling} onDecided={loading.again} />
              ) : null}
              {part === 'vat' ? <VatPart data={data} onFill={setFilling} /> : null}
              <EditAccounts
                data={data}
                filling={filling}
                onClose={() => setFilling(null)}
                onDone={done}
              />
              <EditParty
                data={data}
                filling={filling}
                onClose={() => setFilling(null)}
                onDone={done}
              />
              <EditVat filling={filling} onClose={() => setFilling(null)} onDone={done} />
            </>
          )}
        </Loaded>
      </section>
    </div>
  )
}

type Props = { data: OutData; onFill: (what: Filling) => void; onGiven: () => void }

function MonthPart({ data, onFill, onGiven }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const name = monthName(data.month, locale)
  const isClosed = data.closedAt !== null
  const ready = data.files.filter(({ missing, empty }) => missing.length === 0 && !empty).length
  useFootSum(t.foot(name, ready, data.files.length))
  if (data.entries.length === 0 && data.months.length === 0) return <EmptyState title={t.none} />
  const { unexplained, others } = data
  const shared = sharedOf(data.files)
  return (
    <>
      <section className={styles.part} aria-label={name}>
        <div className={styles.head}>
          <h2>{name}</h2>
          <Chip tone={isClosed ? 'good' : 'now'}>{isClosed ? t.closed : t.open}</Chip>
          {data.months.length > 1 ? (
            <FilterChip
              label={t.month}
              value={data.month}
              options={data.months.map(({ month, closed }) => ({
                value: month,
                label: closed
                  ? `${monthName(month, locale)}, ${t.closed}`
                  : monthName(month, locale),
              }))}
              onValue={(month) => setQuery({ month })}
            />
          ) : null}
        </div>
        <p className={styles.soft}>{isClosed ? t.closedAbout : t.openAbout}</p>
      </section>
      {shared.length > 0 ? (
        <div className={styles.notices}>
          <Notice
            tone="warn"
            title={t.shared(
              data.files.filter(({ missing }) => missing.some((one) => isIn(shared, one))).length,
            )}
          >
            <Lacks data={data} missing={shared} onFill={onFill} />
          </Notice>
        </div>
      ) : null}
      <ul className={styles.files}>
        {data.files.map((file) => (
          <OneFile
            key={file.file}
            data={data}
            file={file}
            shared={shared}
            onFill={onFill}
            onGiven={onGiven}
          />
        ))}
      </ul>
      {unexplained.count > 0 || others.count > 0 ? (
        <div className={styles.notices}>
          {unexplained.count > 0 ? (
            <Notice
              tone="warn"
              title={t.unexplained(unexplained.count, formatTiyn(unexplained.amount))}
              action={
                <Button
                  variant="secondary"
                  size="small"
                  onClick={() =>
                    setQuery({
                      view: 'reconciliation',
                      part: null,
                      month: null,
                      ...daysOf(data.month),
                    })
                  }
                >
                  {t.toDifferences}
                </Button>
              }
            />
          ) : null}
          {others.count > 0 ? (
            <Notice tone="info" title={t.others(others.count, formatTiyn(others.amount))} />
          ) : null}
        </div>
      ) : null}
      <Entries data={data} onFill={onFill} />
      <Turnovers data={data} />
    </>
  )
}

const daysOf = (month: string) => ({ from: `${month}-01`, to: lastOfMonth(`${month}-01`) })

const same = (one: Missing) => JSON.stringify(one)
const isIn = (all: readonly Missing[], one: Missing) =>
  all.some((other) => same(other) === same(one))

/** Returns what several files lack, shown once above them all. */
function sharedOf(files: readonly File[]): Missing[] {
  const all = files.flatMap(({ missing }) => missing)
  const often = all.filter((one) => all.filter((other) => same(other) === same(one)).length > 1)
  return [...new Map(often.map((one) => [same(one), one])).values()]
}

type FileProps = Props & { file: File; shared: readonly Missing[] }

function OneFile({ data, file: of, shared, onFill, onGiven }: FileProps) {
  const { file, missing, empty, madeAt } = of
  const t = useTexts(words)
  const say = useToast()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const running = useRef<AbortController>(null)
  const lacks = missing.length > 0
  const own = missing.filter((one) => !isIn(shared, one))
  const save = async () => {
    running.current = new AbortController()
    setBusy(true)
    setError(null)
    try {
      await fileOf('reportOutFile')({ month: data.month, file }, running.current.signal, () => {})
      say({ text: t.saved, tone: 'good' })
      onGiven()
    } catch (failed) {
      setError(apiErrorOf(failed).message)
    } finally {
      setBusy(false)
    }
  }
  const Icon = lacks ? ErrorIcon : empty ? InfoIcon : SuccessIcon
  return (
    <li data-lacks={lacks ? '' : undefined} data-empty={empty ? '' : undefined}>
      <Icon />
      <b>
        {t.file[file]}
        <span className="visually-hidden">: {lacks ? t.missing : empty ? t.nothing : t.ready}</span>
      </b>
      <small>
        {own.length < missing.length
          ? own.length > 0
            ? t.waitsForMore
            : t.waitsForShared
          : empty && !lacks
            ? t.nothing
            : t.about[file]}
        {madeAt ? ` · ${t.madeAt(almatyTime(madeAt))}` : ''}
      </small>
      {lacks || empty ? null : (
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          aria-label={`${madeAt ? t.again : t.download}: ${t.file[file]}`}
          onClick={() => void save()}
        >
          {madeAt ? t.again : t.download}
        </Button>
      )}
      {own.length > 0 ? <Lacks data={data} missing={own} onFill={onFill} /> : null}
      {error ? <Notice tone="error" live title={error} /> : null}
    </li>
  )
}

type LacksProps = { data: OutData; missing: readonly Missing[]; onFill: (what: Filling) => void }

const Lacks = ({ data, missing, onFill }: LacksProps) => (
  <ul className={styles.lacks}>
    {missing.map((one) => (
      <OneLack key={same(one)} data={data} missing={one} onFill={onFill} />
    ))}
  </ul>
)

type LackProps = { data: OutData; missing: Missing; onFill: (what: Filling) => void }

function OneLack({ data, missing, onFill }: LackProps) {
  const t = useTexts(words)
  const { insurer } = useOptions()
  const named = (code: string) => {
    const title = data.parties.find((one) => one.code === code)?.title ?? code
    return code === 'own' || code.startsWith('way-') ? title : insurer(code)
  }
  const said = (text: string, fill: Filling) => (
    <li>
      <span>{text}</span>
      <Button
        variant="quiet"
        size="small"
        aria-label={`${t.fill}: ${text}`}
        onClick={() => onFill(fill)}
      >
        {t.fill}
      </Button>
    </li>
  )
  switch (missing.what) {
    case 'accounts':
      return said(t.setAccounts(t.entry[missing.entry]), missing)
    case 'party': {
      const fields = missing.fields.map((field) => t.field[field]).join(', ')
      return said(t.setParty(named(missing.party), fields), { what: 'party', code: missing.party })
    }
    case 'party_waits':
      return (
        <li>
          <span>{t.partyWaits(named(missing.party))}</span>
          <Button variant="quiet" size="small" onClick={() => setQuery({ part: 'parties' })}>
            {t.look}
          </Button>
        </li>
      )
    case 'vat':
      return said(t.setVat, missing)
    case 'act':
      return (
        <li>
          <span>{t.setAct(named(missing.party))}</span>
          <Button
            variant="quiet"
            size="small"
            onClick={() => setQuery({ view: 'periods', part: null, month: null })}
          >
            {t.toActs}
          </Button>
        </li>
      )
    case 'commission':
      return <li>{t.lessThanNothing(named(missing.party))}</li>
  }
}

type Row = Pick<OutData['entries'][number], 'debit' | 'credit' | 'leftOut'>

/** The accounts of an operation, or why it has none. */
function Accounts({ debit, credit, leftOut }: Row) {
  const t = useTexts(words)
  return debit && credit ? (
    <span className={styles.account}>{`${debit} / ${credit}`}</span>
  ) : (
    <span className={styles.soft}>{leftOut ? '–' : t.unset}</span>
  )
}

function Entries({ data, onFill }: Omit<Props, 'onGiven'>) {
  const t = useTexts(words)
  if (data.entries.length === 0) return null
  const rows = data.entries.map((row, at) => ({ ...row, id: `${row.entry} ${at}` }))
  const seen = (entry: EntryKind, at: number) =>
    data.entries.findIndex((row) => row.entry === entry) < at
  return (
    <section className={styles.part} aria-label={t.entries}>
      <h2>{t.entries}</h2>
      <DenseTable
        caption={t.entries}
        rows={rows}
        keyOf={({ id }) => id}
        height="dense"
        columns={[
          {
            key: 'operation',
            title: t.operation,
            grows: true,
            cell: ({ entry, id, leftOut, debit, credit }) => (
              <span className={styles.opens}>
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={t.editOf(t.entry[entry])}
                  onClick={() => onFill({ what: 'accounts', entry })}
                >
                  {seen(entry, Number(id.split(' ')[1])) ? t.back(t.entry[entry]) : t.entry[entry]}
                  {leftOut ? ` (${t.leftOut})` : ''}
                </Button>
                <Below until={600}>
                  <Accounts debit={debit} credit={credit} leftOut={leftOut} />
                </Below>
              </span>
            ),
          },
          {
            key: 'accounts',
            title: t.accounts,
            from: 600,
            cell: ({ debit, credit, leftOut }) => (
              <Accounts debit={debit} credit={credit} leftOut={leftOut} />
            ),
          },
          {
            key: 'count',
            title: t.count,
            number: true,
            from: 600,
            cell: ({ count }) => groupDigits(count),
          },
          {
            key: 'amount',
            title: t.amount,
            number: true,
            cell: ({ amount }) => formatTiyn(amount),
          },
        ]}
      />
    </section>
  )
}

/** A balance with its side, as an accountant reads it. */
const sided = (sum: number) =>
  sum === 0 ? '–' : `${formatTiyn(Math.abs(sum))}\u00a0${sum > 0 ? 'Дт' : 'Кт'}`

function Turnovers({ data: { turnovers, rest } }: { data: OutData }) {
  const t = useTexts(words)
  if (turnovers.length === 0) return null
  const all = (side: 'debit' | 'credit') =>
    formatTiyn(turnovers.reduce((sum, row) => sum + Math.round(row[side] * 100), 0) / 100)
  return (
    <section className={styles.part} aria-label={t.turnovers}>
      <h2>{t.turnovers}</h2>
      <DenseTable
        caption={t.turnovers}
        rows={turnovers}
        keyOf={({ account }) => account}
        height="dense"
        columns={[
          {
            key: 'account',
            title: t.account,
            grows: true,
            cell: ({ account }) => <span className={styles.account}>{account}</span>,
          },
          {
            key: 'opening',
            title: t.opening,
            number: true,
            from: 600,
            cell: ({ opening }) => sided(opening),
          },
          { key: 'debit', title: t.debit, number: true, cell: ({ debit }) => formatTiyn(debit) },
          {
            key: 'credit',
            title: t.credit,
            number: true,
            cell: ({ credit }) => formatTiyn(credit),
          },
          {
            key: 'closing',
            title: t.closing,
            number: true,
            from: 600,
            cell: ({ closing }) => sided(closing),
          },
        ]}
        foot={{ account: `${t.total}: ${t.balanced}`, debit: all('debit'), credit: all('credit') }}
      />
      {rest === 0 ? null : <p>{t.rest(sided(rest))}</p>}
    </section>
  )
}
