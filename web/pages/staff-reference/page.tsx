import { brand, type Locale } from '#brand'
import { type ReferenceName, referenceNames } from '#domain/reference.ts'
import type { Reply } from '../../api.ts'
import { ask } from '../../ask.ts'
import { useTexts } from '../../texts.ts'
import { Desk } from '../../ui/desk.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'
import { Views } from '../orders-report/views.tsx'
import { History, Open } from './proposals.tsx'
import { Rows } from './rows.tsx'
import words from './texts.ts'

export type Reference = Reply<'referenceRows'>['data']
export type AtKind = { kind: ReferenceName; today: string; administrator: boolean; reference: Reference; onDone: () => void }

export const head = (locale: Locale) => ({ title: `${words[locale].title} – ${brand.name[locale]}`, description: words[locale].title })

/** Rows with dates, kind by kind (`?kind=`): what is in force, what is proposed, what was changed. */
export function Component() {
  const t = useTexts(words)
  const query = useQuery()
  const kind = referenceNames.find((one) => one === query.get('kind')) ?? 'insurers'
  return (
    <Desk name="staff-reference" title={t.title}>
      {({ user, today }) => (
        <>
          <Views label={t.kinds} current={kind} views={referenceNames.map((id) => ({ id, label: t.kind[id], query: { kind: id } }))} />
          <Kind key={kind} kind={kind} today={today} administrator={user.administrator} />
        </>
      )}
    </Desk>
  )
}

function Kind({ kind, today, administrator }: Pick<AtKind, 'kind' | 'today' | 'administrator'>) {
  const t = useTexts(words)
  const loading = useLoading(async (signal) => (await ask('referenceRows', { kind }, signal)).data)
  return (
    <>
      <p>{t.about[kind]}</p>
      <Loaded loading={loading} value={loading.value}>
        {(reference) => {
          const at: AtKind = { kind, today, administrator, reference, onDone: loading.again }
          return (
            <>
              <Open {...at} />
              <Rows {...at} />
              <History {...at} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}
