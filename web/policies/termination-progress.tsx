import type { Policy } from '../cabinet/state.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { useReply } from '../http/replies.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { longMoment } from '../ui/almaty.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Timeline, type TimelineEvent } from '../ui/timeline.tsx'
import words from './texts.ts'

export type Ended = Reply<'cabinetTerminate'>['data']

const marks = { due: 'now', done: 'done', failed: 'failed' } as const

const AGAIN_MS = 2_000
const settled = ({ state, refunds, refundAmount }: Ended): boolean =>
  state === 'done' &&
  (refunds.length > 0 || refundAmount === 0) &&
  refunds.every((refund) => refund.state !== 'due')

/** What has happened to a termination and its refund, as true events. */
function TerminationProgress({ ended }: { ended: Ended }) {
  const all = useTexts(words)
  const t = all.end
  const locale = useLocale()
  const when = (instant: string) => longMoment(locale, instant)
  const told = ended.state === 'done' ? 'done' : 'now'
  const refunds: TimelineEvent[] = ended.refunds.map((refund) => ({
    id: `${refund.way} ${refund.at}`,
    title: t.refundOf(money(refund.amount)),
    state: marks[refund.state],
    stateLabel: t.refundStates[refund.state],
    time: refund.doneAt ? when(refund.doneAt) : undefined,
    detail: t.ways[refund.way],
  }))
  const waiting: TimelineEvent[] =
    refunds.length > 0
      ? refunds
      : ended.refundAmount > 0
        ? [
            {
              id: 'refund',
              title: t.refundOf(money(ended.refundAmount)),
              state: 'waiting',
              stateLabel: all.stateWords.waiting,
            },
          ]
        : [{ id: 'refund', title: t.noRefund, state: 'done', stateLabel: all.stateWords.done }]
  return (
    <>
      {ended.state === 'accepted' ? <p>{t.acceptedText}</p> : null}
      <Timeline
        label={t.progress}
        events={[
          { id: 'sent', title: t.sent, state: 'done', stateLabel: all.stateWords.done },
          { id: 'told', title: t.told, state: told, stateLabel: all.stateWords[told] },
          ...waiting,
        ]}
      />
    </>
  )
}

/**
 * How a termination and its refund stand, asked again every two seconds until nothing more changes
 * by itself. `first`: as the termination itself answered.
 */
export function TerminationStatus({ globalId, first }: { globalId: string; first?: Ended }) {
  const loading = useReply(
    ask,
    'cabinetEndingStatus',
    { globalId },
    { everyMs: (ended) => (settled(ended) ? false : AGAIN_MS) },
  )
  return (
    <Loaded loading={loading} value={loading.value ?? first ?? null}>
      {(ended) => <TerminationProgress ended={ended} />}
    </Loaded>
  )
}

/** The same from the policy's card. */
export function TerminationSheet({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const all = useTexts(words)
  return (
    <Dialog open onClose={onClose} title={all.end.progress} closeLabel={all.close}>
      <TerminationStatus globalId={policy.global_id} />
    </Dialog>
  )
}
