import { type ReactNode, useEffect, useRef, useState } from 'react'
import { almatyDay, numericDay } from '#domain/calendar.ts'
import { formatTiyn } from '#domain/format.ts'
import { statementSystems, type verdicts } from '#domain/statement.ts'
import { columnFields } from '#domain/statements/columns.ts'
import { statementSums } from '#texts/statement-sums.ts'
import { useKeys } from '../desks/shell/keys.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { apiErrorOf } from '../http/http.ts'
import { useReply } from '../http/replies.ts'
import { useLocale, useTexts } from '../texts.ts'
import { ActDialog, ActError, useAct } from '../ui/act.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { FileChoice } from '../ui/file-choice.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import accounting from './accounting-texts.ts'
import styles from './bring-statement.module.css'
import words from './statement-texts.ts'

type Preview = Reply<'reportPreviewStatement'>['data']
type ReadPart = NonNullable<Preview['read']>
type Mapping = NonNullable<NonNullable<Preview['table']>['mapping']>
type System = NonNullable<ReadPart['system']>
/** Result of one file. */
type Answer = { name: string; said: string; taken: boolean }
type Brought = { fileName: string; file: string; preview: Preview }

/** Limit of the longest call's JSON, as base64. */
const MOST_BYTES = 16 * 1024 * 1024
const PIECE = 0x8000

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return btoa(text)
}

/**
 * Upload of banks' files: the preview shows each file and the effects of its lines before anything
 * is written; it replaces the content below (`children`).
 */
export function BringFile({ onDone, children }: { onDone: () => void; children: ReactNode }) {
  const t = useTexts(words)
  const old = useTexts(accounting).statements
  const act = useAct(null)
  const [round, setRound] = useState(0)
  const [wrong, setWrong] = useState<string | undefined>()
  const [brought, setBrought] = useState<Brought | null>(null)
  const [over, setOver] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useKeys({ KeyE: () => form.current?.querySelector('input')?.focus() })
  const [all, setAll] = useState<readonly File[]>([])
  const [answers, setAnswers] = useState<readonly Answer[]>([])
  /** Returns why the file cannot be previewed; null if its preview is shown. */
  const look = async (file: File, several: boolean): Promise<string | null> => {
    if (file.size === 0) return t.nothingIn
    if (file.size > MOST_BYTES) return t.tooBig
    const given = {
      fileName: file.name.slice(-200),
      file: base64(new Uint8Array(await file.arrayBuffer())),
    }
    let why: string | null = null
    await act.run(async () => {
      try {
        const { data } = await ask('reportPreviewStatement', given)
        setBrought({ ...given, preview: data })
      } catch (error) {
        // A single file's error is in the form.
        if (!several) {
          why = ''
          throw error
        }
        const found = apiErrorOf(error)
        const wrong = found.kind === 'invalid' ? found.errors[0]?.message : found.message
        why = wrong || t.unread
      }
    })
    return why
  }
  /** Shows the first readable file; collects the error of each unreadable one. */
  const show = async (files: readonly File[], said: readonly Answer[]) => {
    setBrought(null)
    let now = said
    for (const file of files.slice(said.length)) {
      setAnswers(now)
      const why = await look(file, files.length > 1)
      if (why === null) return
      if (files.length === 1) return setWrong(why || undefined)
      now = [...now, { name: file.name, said: why, taken: false }]
    }
    setAnswers(now)
    setRound((before) => before + 1)
  }
  const open = async (given: readonly unknown[]) => {
    act.reset()
    setWrong(undefined)
    setAnswers([])
    const files = given.filter((one): one is File => one instanceof File && one.name !== '')
    setAll(files)
    if (files.length === 0) return setWrong(old.missing)
    await show(files, [])
  }
  const answered = (said: string, taken: boolean) => {
    if (taken) onDone()
    const name = all[answers.length]?.name ?? ''
    void show(all, [...answers, { name, said, taken }])
  }
  if (brought)
    return (
      <Bring
        key={answers.length}
        brought={brought}
        turn={all.length > 1 ? t.turn(answers.length + 1, all.length) : null}
        onClose={() => answered(t.left, false)}
        onDone={answered}
      />
    )
  return (
    <>
      {all.length > 1 ? <Answers answers={answers} /> : null}
      <form
        key={round}
        ref={form}
        className={styles.open}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void open(new FormData(event.currentTarget).getAll('file'))
        }}
        data-over={over ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void open([...event.dataTransfer.files])
        }}
      >
        <FileChoice
          name="file"
          label={t.drop}
          hint={t.hint}
          choose={old.choose}
          multiple
          accept=".txt,.csv,.xls,.xlsx,.htm,.html,.mt940,.sta"
          error={wrong ?? act.errors.file}
        />
        <Button type="submit" busy={act.busy}>
          {t.open}
        </Button>
        {act.errors.file ? null : <ActError act={act} />}
      </form>
      <Kept />
      {children}
    </>
  )
}

/** Results of several files. */
function Answers({ answers }: { answers: readonly Answer[] }) {
  const t = useTexts(words)
  return (
    <div role="status">
      <ul className={styles.answers} aria-label={t.answers}>
        {answers.map(({ name, said, taken }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
          <li key={n}>
            <b>{name}</b>
            <StateWord tone={taken ? 'good' : 'bad'}>{said}</StateWord>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Format = Reply<'reportStatementFormats'>['data'][number]

/** Bank tables whose columns were mapped once, each with a button to forget it. */
function Kept() {
  const t = useTexts(words)
  const { systems } = useTexts(accounting).statements
  const loading = useReply(ask, 'reportStatementFormats', {})
  const [chosen, setChosen] = useState<Format | null>(null)
  const act = useAct(t.forgotten)
  const close = () => setChosen(null)
  const forget = async ({ id }: Format) => {
    if (!(await act.run(() => ask('reportForgetStatementFormat', { id })))) return
    close()
    loading.again()
  }
  const kept = loading.value ?? []
  if (kept.length === 0) return null
  return (
    <>
      <Disclosure title={t.kept(kept.length)} className={styles.kept}>
        <ul>
          {kept.map((format) => (
            <li key={format.id}>
              <b>{format.bank || t.unnamedBank}</b>
              <span>{systems[format.system]}</span>
              <span>{t.keptSince(numericDay(almatyDay(new Date(format.savedAt))))}</span>
              <p>
                {format.columns.length > 0
                  ? format.columns
                      .map(({ field, titles }) => `${t.mapped[field]}: ${titles.join(' + ')}`)
                      .join(' · ')
                  : format.titles.join(' · ')}
              </p>
              <Button
                variant="quiet"
                size="small"
                aria-label={`${t.forget}: ${format.bank || t.unnamedBank}`}
                onClick={() => setChosen(format)}
              >
                {t.forget}
              </Button>
            </li>
          ))}
        </ul>
      </Disclosure>
      <ActDialog
        open={chosen !== null}
        title={t.forgetTitle}
        submit={t.forget}
        danger
        act={act}
        onClose={close}
        onSubmit={() => void (chosen && forget(chosen))}
      >
        <p>{chosen ? t.forgetText(chosen.bank || t.unnamedBank) : null}</p>
      </ActDialog>
    </>
  )
}

type BringProps = {
  brought: Brought
  /** Position among several files. */
  turn: string | null
  onClose: () => void
  /** Called with the result. */
  onDone: (said: string, taken: boolean) => void
}

function Bring({ brought, turn, onClose, onDone }: BringProps) {
  const { fileName, file, preview: first } = brought
  const t = useTexts(words)
  const old = useTexts(accounting).statements
  const say = useToast()
  const [preview, setPreview] = useState(first)
  const [told, setTold] = useState<Mapping | null>(null)
  const [keep, setKeep] = useState(false)
  const [maps, setMaps] = useState(first.read === null)
  /** A sheet that was not read and needs its columns mapped. */
  const [other, setOther] = useState<string | null>(null)
  const [yes, setYes] = useState<ReadonlyMap<number, string>>(new Map())
  const act = useAct(old.imported)
  const place = useRef<HTMLDivElement>(null)
  const look = useAct(null)
  const { read, table } = preview
  const whose = read?.system ?? null
  // Focuses the open question: first the system of the statement, else the button that imports.
  useEffect(() => {
    const find = (what: string) => place.current?.querySelector<HTMLElement>(what)
    const first =
      (whose ? null : find('#system')) ??
      find('[data-asks] :is(h3 button, input)') ??
      find('footer button') ??
      find('header button')
    first?.focus({ preventScroll: true })
  }, [whose])
  const again = async (mapping: Mapping | null, system?: System) => {
    const done = await look.run(async () => {
      const { data } = await ask('reportPreviewStatement', {
        fileName,
        file,
        ...(mapping ? { mapping } : {}),
        ...(system ? { system } : {}),
      })
      setPreview(data)
    })
    if (!done) return
    setYes(new Map())
    setTold(mapping)
    setMaps(false)
    setOther(null)
  }
  const take = async (system: System) => {
    let isKnown = false
    const done = await act.run(async () => {
      const { known } = await ask('reportImportStatement', {
        system,
        fileName,
        file,
        ...(told ? { mapping: told, keep } : {}),
        confirmed: [...yes].map(([line, payment]) => ({ line, payment })),
      })
      isKnown = known
      if (known) say({ text: old.known })
    })
    if (done) onDone(isKnown ? old.known : t.taken(preview.read?.rows ?? 0), !isKnown)
  }
  return (
    <div className={styles.bring} ref={place}>
      <header className={styles.top}>
        <h2>
          {turn ? <small>{turn}</small> : null} {fileName}
        </h2>
        {table && !maps ? (
          <Button variant="quiet" size="small" onClick={() => setMaps(true)}>
            {t.columns}
          </Button>
        ) : null}
        <Button variant="quiet" size="small" onClick={onClose}>
          {turn ? t.leave : t.cancel}
        </Button>
      </header>
      {table && maps ? (
        <Columns
          key={other ?? ''}
          table={table}
          first={other}
          mapping={other === null ? (told ?? table.mapping) : null}
          busy={look.busy}
          onSee={(mapping, kept) => {
            setKeep(kept)
            void again(mapping)
          }}
        />
      ) : null}
      <ActError act={look} />
      {read && !maps ? (
        <>
          <About
            read={read}
            onSystem={(system) => void again(told, system)}
            key={`${read.system}`}
          />
          {table && table.unread.length > 0 ? (
            <Notice
              tone="warn"
              title={t.readSheet(told?.sheet ?? table.mapping?.sheet ?? '')}
              action={table.unread.map(({ name }) => (
                <Button
                  key={name}
                  variant="secondary"
                  size="small"
                  onClick={() => {
                    setOther(name)
                    setMaps(true)
                  }}
                >
                  {t.columnsOf(name)}
                </Button>
              ))}
            >
              {table.unread.map(({ name, rows }) => t.unreadSheet(name, rows)).join(' ')}
            </Notice>
          ) : null}
          {preview.known ? <p className={styles.note}>{t.known}</p> : null}
          <Faults read={read} />
          <Groups
            read={read}
            yes={yes}
            onYes={setYes}
            onAll={(all) => {
              setYes(all)
              place.current
                ?.querySelector<HTMLElement>('footer button')
                ?.focus({ preventScroll: true })
            }}
          />
          <ActError act={act} />
          {preview.known || read.errors.length > 0 || read.rows === 0 ? null : (
            <footer className={styles.foot}>
              <Button
                busy={act.busy}
                disabled={!read.system}
                onClick={() => void (read.system && take(read.system))}
              >
                {t.take(read.rows)}
              </Button>
              <span>{t.nothing}</span>
            </footer>
          )}
        </>
      ) : null}
    </div>
  )
}

function About({ read, onSystem }: { read: ReadPart; onSystem: (system: System) => void }) {
  const t = useTexts(words)
  const old = useTexts(accounting).statements
  const { balances } = read
  const facts: [string, ReactNode][] = [
    [t.format, t.formats[read.format]],
    ...(read.bank ? [[t.bank, read.bank] as [string, ReactNode]] : []),
    ...(read.account ? [[t.account, read.account] as [string, ReactNode]] : []),
    ...(read.from && read.to
      ? [
          [
            t.days,
            read.from === read.to
              ? numericDay(read.from)
              : `${numericDay(read.from)} – ${numericDay(read.to)}`,
          ] as [string, ReactNode],
        ]
      : []),
    [t.rows, read.rows],
    ...(read.twice > 0 ? [[t.twice, read.twice] as [string, ReactNode]] : []),
    ...(balances
      ? (['opening', 'came', 'went', 'closing'] as const).map((key): [string, ReactNode] => [
          t[key],
          formatTiyn(balances[key]),
        ])
      : []),
  ]
  return (
    <section className={styles.about} aria-label={t.what}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Select
        name="system"
        label={old.system}
        placeholder={read.system ? undefined : t.whose}
        defaultValue={read.system ?? undefined}
        options={statementSystems.map((value) => ({ value, label: old.systems[value] }))}
        onValue={(value) => {
          const system = statementSystems.find((one) => one === value)
          if (system && system !== read.system) onSystem(system)
        }}
      />
    </section>
  )
}

function Faults({ read }: { read: ReadPart }) {
  const t = useTexts(words)
  const locale = useLocale()
  if (read.errors.length === 0)
    return read.rows === 0 ? <p className={styles.note}>{t.empty}</p> : null
  return (
    <section className={styles.faults} role="alert">
      <h3>{t.faults}</h3>
      <ul>
        {read.errors.map(({ line, field, why, sums }) => (
          <li key={`${line} ${field}`}>
            {t.line(line)}, {t.fields[field]}: {t.why[why]}
            {sums ? ` (${statementSums(sums)[locale]})` : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Lines that need a decision first, lines that need nothing last. */
const order = [
  ...([
    'unknown',
    'chargeback',
    'dispute_won',
    'given_back',
    'amount_differs',
    'not_in_our_books',
    'repeated',
  ] as const),
  ...(['matched', 'payout', 'fee', 'not_ours', 'known'] as const),
] satisfies readonly (typeof verdicts)[number][]

type GroupsProps = {
  read: ReadPart
  yes: ReadonlyMap<number, string>
  onYes: (yes: ReadonlyMap<number, string>) => void
  onAll: (yes: ReadonlyMap<number, string>) => void
}

/** Returns each line with its likely payment; no payment twice. */
function likelyOf(lines: ReadPart['lines']): ReadonlyMap<number, string> {
  const used = new Set<string>()
  return new Map(
    lines.flatMap(({ line, likely }) => {
      if (!likely || used.has(likely.id)) return []
      used.add(likely.id)
      return [[line, likely.id]]
    }),
  )
}

function Groups({ read, yes, onYes, onAll }: GroupsProps) {
  const t = useTexts(words)
  const used = new Set(yes.values())
  // Each box keeps its own mark: checking all remounts them.
  const [round, setRound] = useState(0)
  return order.map((verdict) => {
    const count = read.counts.find((one) => one.verdict === verdict)?.count ?? 0
    if (count === 0) return null
    const lines = read.lines.filter((one) => one.verdict === verdict)
    const all = verdict === 'unknown' ? likelyOf(lines) : new Map<number, string>()
    return (
      <section
        key={verdict}
        className={styles.group}
        data-asks={verdict === 'unknown' || undefined}
      >
        <h3>
          {t.groups[verdict]} <b>{count}</b>
          {all.size > 1 ? (
            <Button
              variant="secondary"
              size="small"
              onClick={() => {
                setRound(round + 1)
                onAll(all)
              }}
            >
              {t.yesToAll(all.size)}
            </Button>
          ) : null}
        </h3>
        <ul>
          {lines.map((one) => (
            <li key={one.line} className={styles.line}>
              <span className={styles.day}>{numericDay(one.day)}</span>
              <span className={styles.who}>
                <b>{one.payer || one.outsideId || t.line(one.line)}</b>
                <span>{one.purpose}</span>
              </span>
              <span className={styles.sum}>{formatTiyn(one.amount)}</span>
              <span className={styles.means}>
                {one.likely ? (
                  <>
                    <span>
                      {t.by[one.likely.by](one.likely.orderId, numericDay(one.likely.day))}
                    </span>
                    <Checkbox
                      key={round}
                      name={`yes-${one.line}`}
                      label={t.yes}
                      defaultChecked={yes.has(one.line)}
                      disabled={!yes.has(one.line) && used.has(one.likely.id)}
                      onChecked={(checked) => {
                        const next = new Map(yes)
                        if (checked && one.likely) next.set(one.line, one.likely.id)
                        else next.delete(one.line)
                        onYes(next)
                      }}
                    />
                  </>
                ) : (
                  one.key
                )}
              </span>
            </li>
          ))}
        </ul>
        {lines.length < count ? (
          <p className={styles.note}>{t.more(count - lines.length)}</p>
        ) : null}
      </section>
    )
  })
}

const tableKinds = ['register', 'account'] as const

type ColumnsProps = {
  /** The first sheet, if it is not the mapping's. */
  first: string | null
  table: NonNullable<Preview['table']>
  mapping: Mapping | null
  busy: boolean
  onSee: (mapping: Mapping, keep: boolean) => void
}

/** Mapping of an unknown table's columns, beside its first rows. */
function Columns({ first: begin, table, mapping, busy, onSee }: ColumnsProps) {
  const t = useTexts(words)
  const [sheet, setSheet] = useState(begin ?? mapping?.sheet ?? table.sheets[0]?.name ?? '')
  const rows = table.sheets.find(({ name }) => name === sheet)?.rows ?? []
  const [line, setLine] = useState(mapping?.line ?? rows[0]?.line ?? 1)
  const [missing, setMissing] = useState(false)
  const titles = rows.find((row) => row.line === line)?.cells ?? []
  const first = rows.find((row) => row.line > line)?.cells ?? []
  const below = rows.filter((row) => row.line >= line).slice(0, 6)
  const width = Math.max(0, ...below.map(({ cells }) => cells.length))
  const see = (form: FormData) => {
    const columns: Mapping['columns'] = {}
    for (const field of columnFields) {
      const at = String(form.get(`column-${field}`) ?? '')
      if (at === '') continue
      const kept = mapping?.columns[field]
      // Several columns of one field stay together if the first is unchanged.
      columns[field] = kept?.[0] === Number(at) ? kept : [Number(at)]
    }
    const of = tableKinds.find((one) => one === form.get('of'))
    const enough = of && columns.date && (columns.amount || columns.credit || columns.debit)
    setMissing(!enough)
    if (!enough) return
    const bank = String(form.get('bank') ?? '').trim()
    onSee({ sheet, line, of, columns, bank }, form.get('keep') !== null)
  }
  return (
    <form
      className={styles.map}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        see(new FormData(event.currentTarget))
      }}
    >
      <div className={styles.lead}>
        <h3>{t.mapTitle}</h3>
        <p>{t.mapText}</p>
        {table.sheets.length > 1 ? (
          <Select
            name="sheet"
            label={t.sheet}
            defaultValue={sheet}
            options={table.sheets.map(({ name }) => ({ value: name, label: name }))}
            onValue={setSheet}
          />
        ) : null}
        <Select
          key={sheet}
          name="head"
          label={t.head}
          defaultValue={String(line)}
          options={rows.map((row) => ({
            value: String(row.line),
            label: `${row.line}: ${row.cells.filter(Boolean).join(' · ').slice(0, 60)}`,
          }))}
          onValue={(value) => setLine(Number(value))}
        />
        <TextField name="bank" label={t.bank} defaultValue={mapping?.bank ?? ''} />
        <Select
          name="of"
          label={t.of}
          placeholder={mapping ? undefined : t.chooseOf}
          defaultValue={mapping?.of}
          options={tableKinds.map((value) => ({
            value,
            label: t.ofs[value],
          }))}
        />
        <Checkbox name="keep" label={t.keep} defaultChecked />
      </div>
      <div className={styles.fields} key={`${sheet} ${line}`}>
        {columnFields.map((field) => {
          const at = mapping?.line === line ? mapping.columns[field]?.[0] : undefined
          return (
            <Select
              key={field}
              name={`column-${field}`}
              label={t.mapped[field]}
              defaultValue={at === undefined ? '' : String(at)}
              options={[
                { value: '', label: t.none },
                ...Array.from({ length: width }, (_none, column) => ({
                  value: String(column),
                  label: [titles[column], first[column]].filter(Boolean).join(' · ').slice(0, 50),
                })).filter(({ label }) => label !== ''),
              ]}
            />
          )
        })}
      </div>
      <div className={styles.sheet}>
        <table>
          <tbody>
            {below.map((row) => (
              <tr key={row.line}>
                <th scope="row">{row.line}</th>
                {Array.from({ length: width }, (_none, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                  <td key={column}>{row.cells[column]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {missing ? <p role="alert">{t.needed}</p> : null}
      <footer className={styles.foot}>
        <Button type="submit" busy={busy}>
          {t.see}
        </Button>
      </footer>
    </form>
  )
}
