import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { CheckIcon, CloseIcon, WarnIcon } from '../../ui/icons.tsx'
import { ClockIcon } from '../../ui/later-icons.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { Table } from '../../ui/table.tsx'
import { Differences } from './differences.tsx'
import { Lists } from './lists.tsx'
import { Queues } from './queues.tsx'
import words from './texts.ts'
import { time } from './time.ts'
import { useTrouble } from './trouble.ts'

type State = Reply<'staffStatus'>['data']

/** Which outside system is down, what waits, how old the lists are. */
export function Status() {
  const t = useTexts(words)
  const loading = useLoading(async (signal) => (await ask('staffStatus', {}, { signal })).data)
  return (
    <Loaded loading={loading} value={loading.value}>
      {(state) => (
        <>
          <div className={parts.head}>
            <Chip
              tone={state.paid_not_issued > 0 ? 'now' : 'good'}
              icon={state.paid_not_issued > 0 ? <ClockIcon /> : <CheckIcon />}
            >
              {t.waiting(state.paid_not_issued)}
            </Chip>
            <span className={parts.soft}>{t.at(almatyTime(state.at))}</span>
            <Button variant="secondary" size="small" onClick={loading.again}>
              {t.refresh}
            </Button>
          </div>
          <Systems systems={state.systems} />
          <Differences differences={state.differences} />
          <Queues queues={state.queues} />
          <Lists lists={state.lists} />
        </>
      )}
    </Loaded>
  )
}

const looks = {
  up: { tone: 'good', icon: <CheckIcon /> },
  failing: { tone: 'now', icon: <WarnIcon /> },
  slow: { tone: 'now', icon: <ClockIcon /> },
  down: { tone: 'bad', icon: <CloseIcon /> },
  unknown: { tone: 'plain', icon: <ClockIcon /> },
} as const

/** What asks for a look stands first; the rest keep their order. */
const order = ['down', 'failing', 'slow', 'up', 'unknown'] as const

function Systems({ systems }: Pick<State, 'systems'>) {
  const t = useTexts(words)
  const trouble = useTrouble()
  return (
    <div className={parts.list}>
      <Table
        caption={t.systems}
        columns={(['system', 'state', 'ok', 'bad', 'took', 'share'] as const).map((key) => ({
          key,
          title: t.columns[key],
          number: key === 'share' || key === 'took',
          whole: key === 'state' || key === 'ok',
        }))}
        rows={systems
          .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
          .map((one) => ({
            key: one.system,
            cells: {
              system: t.names[one.system] ?? one.system,
              state: <Chip {...looks[one.state]}>{t.states[one.state]}</Chip>,
              ok: time(one.last_success),
              bad: one.last_failure ? (
                <span>
                  {time(one.last_failure)}
                  {one.note ? `, ${trouble(one.note)}` : ''}
                </span>
              ) : (
                '–'
              ),
              took: one.answer_ms === null ? '–' : t.took(one.answer_ms),
              share: t.share(one.failures, one.calls),
            },
          }))}
      />
    </div>
  )
}
