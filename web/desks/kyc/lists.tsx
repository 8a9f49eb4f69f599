import { useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { CheckIcon, ErrorIcon } from '../../ui/icons.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Table } from '../../ui/table.tsx'
import styles from './lists.module.css'
import words from './texts.ts'
import { UploadDialog } from './upload-dialog.tsx'

type State = Reply<'kycLists'>['data']

/** The lists as they stand: how old, what was refused, how far the walk over the clients is. */
export function Lists() {
  const { lists: t, effects } = useTexts(words)
  const locale = useLocale()
  const loading = useLoading(async (signal) => (await ask('kycLists', {}, { signal })).data)
  const [uploading, setUploading] = useState(false)
  return (
    <Card
      title={t.title}
      aside={
        <Button variant="secondary" size="small" onClick={() => setUploading(true)}>
          {t.upload}
        </Button>
      }
    >
      <Loaded loading={loading} value={loading.value}>
        {(state) => (
          <>
            {state.fresh ? null : (
              <Notice tone="error" title={t.stale}>
                {t.staleText}
              </Notice>
            )}
            <Refusals lists={state.lists} />
            <Table
              caption={t.caption}
              columns={[
                { key: 'list', title: t.list },
                { key: 'effect', title: t.effect },
                { key: 'state', title: t.state },
                { key: 'entries', title: t.entries, number: true },
                { key: 'confirmed', title: t.confirmed },
                { key: 'version', title: t.version },
                { key: 'origin', title: t.origin },
              ]}
              rows={state.lists.map((list) => ({
                key: list.code,
                cells: { ...cellsOf(list, t), effect: effects[list.effect] },
              }))}
            />
            <a className={parts.link} href={`${pathOf('staff-reference', locale)}?kind=aml_lists`}>
              {t.change}
            </a>
            <Walk walk={state.rescreen} />
            <UploadDialog
              lists={state.lists}
              open={uploading}
              // A file that was refused stands among the lists too.
              onClose={() => {
                setUploading(false)
                loading.again()
              }}
            />
          </>
        )}
      </Loaded>
    </Card>
  )
}

function cellsOf(list: State['lists'][number], t: (typeof words)['kz']['lists']) {
  const fine = list.state === 'fresh'
  return {
    list: list.title,
    state: (
      <Chip tone={fine ? 'good' : 'bad'} icon={fine ? <CheckIcon /> : <ErrorIcon />}>
        {t.states[list.state]}
      </Chip>
    ),
    entries: list.entries,
    confirmed: (
      <span className={styles.pair}>
        <span>{list.confirmedAt ? almatyTime(list.confirmedAt) : '–'}</span>
        <span className={parts.soft}>{t.maxAge(list.max_age_hours)}</span>
      </span>
    ),
    version: list.version ?? '–',
    origin: list.origin ? t.origins[list.origin] : '–',
  }
}

/** The newest refusal of each list: why its file was not taken. */
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
