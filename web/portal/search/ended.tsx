import type { Reply } from '../../http/api.ts'
import { money, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Timeline, type TimelineEvent } from '../../ui/timeline.tsx'
import { endWords as words } from './texts.ts'

export type EndedPolicy = Reply<'promoterTerminate'>['data']
const marks = { due: 'now', done: 'done', failed: 'failed' } as const

type Props = { ended: EndedPolicy; title: string; onClose: () => void }

/** Result: a policy was terminated or cancelled, or the insurer was requested to. */
export function EndedDialog({ ended, title, onClose }: Props) {
  const t = useTexts(words)
  return (
    <Dialog
      open
      onClose={onClose}
      title={ended.state === 'done' ? title : t.acceptedTitle}
      closeLabel={t.close}
    >
      <Ended ended={ended} />
      <Button onClick={onClose}>{t.close}</Button>
    </Dialog>
  )
}

/** Events of a termination or cancellation and of its refund. */
function Ended({ ended }: { ended: EndedPolicy }) {
  const t = useTexts(words)
  const told = ended.state === 'done' ? 'done' : 'now'
  const refunds: TimelineEvent[] = ended.refunds.map(({ amount, state, at, way }) => ({
    id: `${way} ${at}`,
    title: t.refundOf(money(amount)),
    state: marks[state],
    stateLabel: t.stateWords[marks[state]],
  }))
  const none: TimelineEvent = {
    id: 'refund',
    title: ended.refundAmount > 0 ? t.refundOf(money(ended.refundAmount)) : t.noRefund,
    state: ended.refundAmount > 0 ? 'waiting' : 'done',
    stateLabel: ended.refundAmount > 0 ? t.stateWords.waiting : t.stateWords.done,
  }
  return (
    <Timeline
      label={t.progress}
      events={[
        { id: 'told', title: t.told, state: told, stateLabel: t.stateWords[told] },
        ...(refunds.length ? refunds : [none]),
      ]}
    />
  )
}
