import { useEffect, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { isDay, numericDay } from '#domain/calendar.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { askAnew, useReply } from '../../http/replies.ts'
import { sendFiles } from '../../http/upload.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { DenseColumn } from '../../ui/dense-column.ts'
import { DenseTable } from '../../ui/dense-table.tsx'
import parts from '../../ui/desk-parts.module.css'
import { FileChoice } from '../../ui/file-choice.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import signed from '../signatures/signatures.module.css'
import { Signing } from '../signatures/signing.tsx'
import styles from './lists.module.css'
import words from './texts.ts'

type LeavingList = Reply<'kycLists'>['data']['lists'][number]
type Props = { title: string; leaving: NonNullable<LeavingList['leaving']> }

/** Names that an upload by staff leaves out, and the two signatures for their removal. */
function Leaving({ title, leaving: { signature, count, entries } }: Props) {
  const t = useTexts(words).lists.leaving
  const id = { signature_id: signature.id }
  return (
    <section className={classNames(styles.leaving, signed.card)} aria-label={t.title(title)}>
      <h2>{t.title(title)}</h2>
      <p>{t.text(count)}</p>
      <ul className={styles.names}>
        {entries.map(({ name, iin, birth }) => (
          <li key={[name, iin, birth].join(' ')}>
            {name}{' '}
            <span className={parts.soft}>
              {[birth && isDay(birth) ? numericDay(birth) : birth, iin].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {count > entries.length ? <p>{t.more(count - entries.length)}</p> : null}
      <Signing
        signature={signature}
        label={t.sign}
        sign={() => ask('kycSignList', { ...id, hold: true })}
        refuse={(note) => ask('kycDeclineList', { ...id, note })}
        withdraw={() => ask('kycWithdrawList', id)}
        onDone={() => void askAnew(['kycLists', 'staffToday'])}
      />
    </section>
  )
}

type UploadDialogProps = {
  lists: Reply<'kycLists'>['data']['lists']
  open: boolean
  onClose: () => void
}

const accept = '.xml,application/xml,text/xml'
const chosen = (form: FormData, name: string): Record<string, File> => {
  const file = form.get(name)
  return file instanceof File && file.name ? { [name]: file } : {}
}

/**
 * Upload of a list by hand; lists of the monitoring agency may include additions and removals
 * since.
 */
function UploadDialog({ lists, open, onClose }: UploadDialogProps) {
  const t = useTexts(words).uploadDialog
  const act = useAct(t.done)
  // No default: a file must not replace the wrong list.
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const inThree = lists.find((list) => list.code === code)?.format === 'afm'
  const send = async (form: FormData) => {
    setMissing(!code)
    if (!code) return document.getElementById('list')?.focus()
    const files = {
      ...chosen(form, 'file'),
      ...(inThree ? { ...chosen(form, 'included'), ...chosen(form, 'excluded') } : {}),
    }
    if (await act.run(() => sendFiles('kycUploadList', { list: code }, files))) close()
  }
  const close = () => {
    setMissing(false)
    setCode('')
    onClose()
  }
  return (
    <ActDialog
      open={open}
      title={t.title}
      submit={t.submit}
      act={act}
      onClose={close}
      onSubmit={(form) => void send(form)}
    >
      <div className={parts.form}>
        <p>{t.text}</p>
        <Select
          name="list"
          label={t.list}
          placeholder={t.chooseList}
          error={missing && !code ? t.chooseList : undefined}
          options={lists.map((list) => ({ value: list.code, label: list.title }))}
          onValue={setCode}
        />
        <FileChoice
          name="file"
          label={t.file}
          choose={t.choose}
          accept={accept}
          error={act.errors.file}
        />
        {inThree ? (
          <>
            <FileChoice
              name="included"
              label={t.included}
              choose={t.choose}
              accept={accept}
              hint={t.optional}
              error={act.errors.included}
            />
            <FileChoice
              name="excluded"
              label={t.excluded}
              choose={t.choose}
              accept={accept}
              hint={t.optional}
              error={act.errors.excluded}
            />
          </>
        ) : null}
      </div>
    </ActDialog>
  )
}

type State = Reply<'kycLists'>['data']

/** The lists now: age, refused files, progress of the check over all clients. */
export function Lists({ onCounts }: { onCounts: (counts: State['cases']) => void }) {
  const { lists: t, effects } = useTexts(words)
  const locale = useLocale()
  const loading = useReply(ask, 'kycLists', {})
  const counts = loading.value?.cases
  useEffect(() => {
    if (counts) onCounts(counts)
  }, [counts]) // oxlint-disable-line react/exhaustive-deps
  const [uploading, setUploading] = useState(false)
  return (
    <section className={styles.lists} aria-label={t.title}>
      <Loaded loading={loading} value={loading.value}>
        {(state) => (
          <>
            {state.fresh ? null : (
              <Notice tone="error" title={t.stale}>
                {t.staleText}
              </Notice>
            )}
            <Refusals lists={state.lists} />
            {state.lists.map(({ code, title, leaving }) =>
              leaving ? <Leaving key={code} title={title} leaving={leaving} /> : null,
            )}
            <DenseTable
              caption={t.caption}
              columns={columnsOf(t, effects)}
              rows={state.lists}
              keyOf={({ code }) => code}
            />
            <div className={styles.foot}>
              <Walk walk={state.rescreen} />
              <a
                className={parts.link}
                href={`${pathOf('staff-reference', locale)}?kind=aml_lists`}
              >
                {t.change}
              </a>
              <Button variant="secondary" size="small" onClick={() => setUploading(true)}>
                {t.upload}
              </Button>
            </div>
            <UploadDialog
              lists={state.lists}
              open={uploading}
              // A refused file is in the list too.
              onClose={() => {
                setUploading(false)
                loading.again()
              }}
            />
          </>
        )}
      </Loaded>
    </section>
  )
}

type List = State['lists'][number]

function columnsOf(
  t: (typeof words)['kz']['lists'],
  effects: Record<List['effect'], string>,
): DenseColumn<List>[] {
  return [
    {
      key: 'list',
      title: t.list,
      grows: true,
      cell: ({ title }) => <span className={styles.name}>{title}</span>,
    },
    { key: 'effect', title: t.effect, from: 900, cell: ({ effect }) => effects[effect] },
    {
      key: 'state',
      title: t.state,
      cell: ({ state }) => (
        <StateWord tone={state === 'fresh' ? 'good' : 'bad'}>{t.states[state]}</StateWord>
      ),
    },
    { key: 'entries', title: t.entries, number: true, from: 600, cell: ({ entries }) => entries },
    {
      key: 'confirmed',
      title: t.confirmed,
      from: 600,
      cell: ({ confirmedAt, max_age_hours }) => (
        <>
          {confirmedAt ? almatyTime(confirmedAt) : '–'}{' '}
          <span className={parts.soft}>{t.maxAge(max_age_hours)}</span>
        </>
      ),
    },
    { key: 'version', title: t.version, from: 900, cell: ({ version }) => version ?? '–' },
    {
      key: 'origin',
      title: t.origin,
      from: 1200,
      cell: ({ origin }) => (origin ? t.origins[origin] : '–'),
    },
  ]
}

/** The newest refusal of each list and its reason. */
function Refusals({ lists }: { lists: State['lists'] }) {
  const t = useTexts(words).lists
  return lists.map(({ code, title, refused: [last] }) =>
    last ? (
      <Notice key={code} tone="warn" title={t.refused(title)}>
        {almatyTime(last.at)}: {t.reasons[last.reason]}. {t.oldStays}
      </Notice>
    ) : null,
  )
}

function Walk({ walk }: { walk: State['rescreen'] }) {
  const t = useTexts(words).lists.rescreen
  if (!walk) return null
  const text =
    walk.state === 'running'
      ? t.running(walk.checked)
      : walk.state === 'done'
        ? t.done(walk.checked, walk.blocked)
        : t.replaced
  return (
    <p className={parts.soft}>
      {text}. {almatyTime(walk.finishedAt ?? walk.startedAt)}
    </p>
  )
}
