import { ask } from '../../../ask.ts'
import { money, useTexts } from '../../../texts.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loaded, useLoading } from '../../../ui/loaded.tsx'
import { Timeline, type TimelineEvent } from '../../../ui/timeline.tsx'
import type { Policy } from '../state.ts'
import type { Ended } from './ending.tsx'
import words from './texts.ts'

const marks = { due: 'now', done: 'done', failed: 'failed' } as const

/** What has happened to a termination and its refund, as true events. */
export function EndingProgress({ ended }: { ended: Ended }) {
  const all = useTexts(words)
  const t = all.end
  const told = ended.state === 'done' ? 'done' : 'now'
  const refunds: TimelineEvent[] = ended.refunds.map((refund) => ({
    id: `${refund.way} ${refund.at}`,
    title: t.refundOf(money(refund.amount)),
    state: marks[refund.state],
    stateLabel: t.refundStates[refund.state],
    detail: t.ways[refund.way],
  }))
  const waiting: TimelineEvent[] =
    refunds.length > 0
      ? refunds
      : ended.refundAmount > 0
        ? [{ id: 'refund', title: t.refundOf(money(ended.refundAmount)), state: 'waiting', stateLabel: all.stateWords.waiting }]
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

/** The same, asked again later from the policy's card. */
export function EndingStatus({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const all = useTexts(words)
  const loading = useLoading(async (signal) => (await ask('cabinetEndingStatus', { globalId: policy.global_id }, signal)).data)
  return (
    <Dialog open onClose={onClose} title={all.end.progress} closeLabel={all.close}>
      <Loaded loading={loading} value={loading.value}>
        {(ended) => <EndingProgress ended={ended} />}
      </Loaded>
    </Dialog>
  )
}
