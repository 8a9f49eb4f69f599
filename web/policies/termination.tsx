import { useState } from 'react'
import { formatPhone } from '#domain/phone.ts'
import { useCabinet } from '../cabinet/cabinet.ts'
import type { Policy } from '../cabinet/state.ts'
import shell from '../cabinet/texts.ts'
import { SmsCodeDialog } from '../dialogs/sms-code.tsx'
import { TerminationReasonForm } from '../dialogs/termination-reason.tsx'
import { useTermination } from '../dialogs/use-termination.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { apiErrorOf } from '../http/http.ts'
import { useReply } from '../http/replies.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { longMoment } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Notice } from '../ui/notice.tsx'
import { Price } from '../ui/price.tsx'
import { RefundLines } from '../ui/refund-lines.tsx'
import { Timeline, type TimelineEvent } from '../ui/timeline.tsx'
import { Refused } from '../ui/way-on.tsx'
import styles from './policies.module.css'
import words from './texts.ts'

type Ended = Reply<'cabinetTerminate'>['data']

const marks = { due: 'now', done: 'done', failed: 'failed' } as const

const AGAIN_MS = 2_000
const settled = ({ state, refunds, refundAmount }: Ended): boolean =>
  state === 'done' &&
  (refunds.length > 0 || refundAmount === 0) &&
  refunds.every((refund) => refund.state !== 'due')

/** Events of a termination and its refund, true ones only. */
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
 * State of a termination and its refund, polled every two seconds until nothing more changes by
 * itself. `first`: the termination's own answer.
 */
function TerminationStatus({ globalId, first }: { globalId: string; first?: Ended }) {
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

type Calculation = Reply<'cabinetCalcTerminate'>['data']

/** The client ends it with a code from an SMS. */
function useOwnTermination(globalId: string) {
  const { unavailable } = useTexts(shell)
  const [asked, setAsked] = useState(false)
  const { run, prove, setEnded, ...termination } = useTermination<Calculation, Ended>({
    calculate: async (terminateReason) =>
      (await ask('cabinetCalcTerminate', { globalId, terminateReason })).data,
    unavailable,
  })
  const sendCode = async (calcId: string) => {
    try {
      await ask('cabinetSendTerminateCode', { calcId })
    } catch (error) {
      // The code sent a moment ago still works.
      if (apiErrorOf(error).kind !== 'busy') throw error
    }
  }
  const confirm = async (code: string): Promise<boolean | string> => {
    const { calculation, reason } = termination
    if (!calculation || !reason) return false
    const { calcId, refundAmount } = calculation
    const of = { globalId, terminateReason: reason, calcId, refundAmount, code }
    return prove(
      async () => setEnded((await ask('cabinetTerminate', of)).data),
      () => setAsked(false),
    )
  }
  /** The code goes to the client's phone. */
  const getCode = (calcId: string) => void run(() => sendCode(calcId).then(() => setAsked(true)))
  return {
    ...termination,
    asked,
    getCode,
    sendCode,
    confirm,
    withoutCode: () => setAsked(false),
  }
}

type Props = { policy: Policy; onClose: () => void; onChanged: () => void }

/**
 * Termination in two steps: the reason and the refund line by line, then the code from SMS
 * (specification, section 4).
 */
export function TerminationDialog({ policy, onClose, onChanged }: Props) {
  const all = useTexts(words)
  const t = all.end
  const { state } = useCabinet()
  const termination = useOwnTermination(policy.global_id)
  const { calculation, asked, ended, formError, busy } = termination
  const leave = () => {
    onClose()
    if (ended) onChanged()
  }
  if (ended)
    return (
      <Dialog
        open
        onClose={leave}
        title={ended.state === 'done' ? t.doneTitle : t.acceptedTitle}
        closeLabel={all.close}
      >
        <TerminationStatus globalId={policy.global_id} first={ended} />
        <Button variant="secondary" onClick={leave}>
          {all.close}
        </Button>
      </Dialog>
    )
  if (asked && calculation)
    return (
      <SmsCodeDialog
        open
        onClose={termination.withoutCode}
        {...(state.PERSONAL_PHONE
          ? { phone: formatPhone(state.PERSONAL_PHONE) }
          : { phone: '', sent: t.sentToCabinet })}
        check={termination.confirm}
        resend={() => termination.sendCode(calculation.calcId)}
      />
    )
  return (
    <Dialog open onClose={onClose} title={t.title} closeLabel={all.close}>
      {formError ? <Refused title={formError} /> : null}
      {calculation ? (
        <>
          <p className={styles.sum}>
            <span>{t.refund}</span> <Price tenge={calculation.refundAmount} size="large" />
          </p>
          <RefundLines of={calculation} words={t} />
          <Notice tone="warn" title={t.warn} />
          <div className={styles.steps}>
            <Button variant="quiet" onClick={termination.toReason}>
              {t.changeReason}
            </Button>
            <Button busy={busy} onClick={() => termination.getCode(calculation.calcId)}>
              {t.getCode}
            </Button>
          </div>
        </>
      ) : (
        <TerminationReasonForm
          first={termination.reason}
          busy={busy}
          className={styles.form}
          words={{ ...t, reason: t.reasonLabel, choose: t.reasonWrong, calculate: t.toRefund }}
          onChanged={termination.forgetError}
          onReason={termination.calculate}
        />
      )}
    </Dialog>
  )
}
