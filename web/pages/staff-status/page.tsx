import { lazy, Suspense } from 'react'
import { brand, type Locale } from '#brand'
import type { Reply } from '../../api.ts'
import { ask } from '../../ask.ts'
import { useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Desk } from '../../ui/desk.tsx'
import parts from '../../ui/desk-parts.module.css'
import { CheckIcon, ClockIcon, CloseIcon, WarnIcon } from '../../ui/icons.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import words from './texts.ts'
import { time } from './time.ts'

/** Every job has a name: they come after the page. */
const Queues = lazy(() => import('./queues.tsx').then((module) => ({ default: module.Queues })))

export const head = (locale: Locale) => ({ title: `${words[locale].title} – ${brand.name[locale]}`, description: words[locale].title })

/** Which outside system is down, what waits, how old the lists are. */
export function Component() {
  const t = useTexts(words)
  return (
    <Desk name="staff-status" title={t.title}>
      {() => <Status />}
    </Desk>
  )
}

type State = Reply<'staffStatus'>['data']

function Status() {
  const t = useTexts(words)
  const loading = useLoading(async (signal) => (await ask('staffStatus', {}, signal)).data)
  return (
    <Loaded loading={loading} value={loading.value}>
      {(state) => (
        <>
          <div className={parts.head}>
            <Chip tone={state.paid_not_issued > 0 ? 'now' : 'good'} icon={state.paid_not_issued > 0 ? <ClockIcon /> : <CheckIcon />}>
              {t.waiting(state.paid_not_issued)}
            </Chip>
            <span className={parts.soft}>{t.at(almatyTime(state.at))}</span>
            <Button look="secondary" size="small" onClick={loading.again}>
              {t.refresh}
            </Button>
          </div>
          <Systems systems={state.systems} />
          <Suspense fallback={<Skeleton shape="card" />}>
            <Queues queues={state.queues} />
          </Suspense>
          <Lists lists={state.lists} />
        </>
      )}
    </Loaded>
  )
}

const looks = {
  up: { tone: 'good', icon: <CheckIcon /> },
  failing: { tone: 'now', icon: <WarnIcon /> },
  down: { tone: 'bad', icon: <CloseIcon /> },
  unknown: { tone: 'plain', icon: <ClockIcon /> },
} as const

function Systems({ systems }: Pick<State, 'systems'>) {
  const t = useTexts(words)
  return (
    <div className={parts.list}>
      <Table
        caption={t.systems}
        columns={(['system', 'state', 'ok', 'bad', 'share'] as const).map((key) => ({
          key,
          title: t.columns[key],
          number: key === 'share',
        }))}
        rows={systems.map((one) => ({
          key: one.system,
          cells: {
            system: t.names[one.system] ?? one.system,
            state: <Chip {...looks[one.state]}>{t.states[one.state]}</Chip>,
            ok: time(one.last_success),
            bad: one.last_failure ? `${time(one.last_failure)}${one.note ? `, ${one.note}` : ''}` : '–',
            share: t.share(one.failures, one.calls),
          },
        }))}
      />
    </div>
  )
}

function Lists({ lists }: Pick<State, 'lists'>) {
  const t = useTexts(words)
  return (
    <div className={parts.list}>
      <Table
        caption={t.lists}
        columns={(['list', 'version', 'confirmed', 'state'] as const).map((key) => ({ key, title: t.listColumns[key] }))}
        rows={lists.map((one) => ({
          key: one.code,
          cells: {
            list: one.title,
            version: one.version?.slice(0, 12) ?? '–',
            confirmed: time(one.confirmed_at),
            state: (
              <Chip tone={one.fresh ? 'good' : 'bad'} icon={one.fresh ? <CheckIcon /> : <WarnIcon />}>
                {t.fresh[one.fresh ? 'yes' : 'no']}
              </Chip>
            ),
          },
        }))}
      />
    </div>
  )
}
