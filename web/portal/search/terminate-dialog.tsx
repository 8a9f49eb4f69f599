import { useState } from 'react'
import { SmsCodeDialog } from '../../dialogs/sms-code.tsx'
import { TerminationReasonForm } from '../../dialogs/termination-reason.tsx'
import { useTermination } from '../../dialogs/use-termination.ts'
import type { Reply } from '../../http/api.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Price } from '../../ui/price.tsx'
import { RefundLines } from '../../ui/refund-lines.tsx'
import { portal } from '../portal.ts'
import { EndedDialog, type EndedPolicy } from './ended.tsx'
import styles from './search.module.css'
import { endWords as words } from './texts.ts'

type Calculation = Reply<'promoterCalcTerminate'>['data']
type Props = { globalId: string; onClose: () => void; onChanged: () => void }

/** Another promoter's sale needs the policyholder's code, an own one does not. */
function usePortalTermination(globalId: string) {
  const { unavailable } = useTexts(words)
  const [code, setCode] = useState<{ phone: string } | null>(null)
  const { run, prove, setEnded, ...termination } = useTermination<Calculation, EndedPolicy>({
    calculate: async (terminateReason) =>
      (await portal('promoterCalcTerminate', { globalId, terminateReason })).data,
    unavailable,
  })
  const end = async (pin?: string): Promise<void> => {
    const { calculation, reason } = termination
    if (!calculation || !reason) return
    const { calcId, refundAmount } = calculation
    const { data } = await portal('promoterTerminate', {
      globalId,
      terminateReason: reason,
      calcId,
      refundAmount,
      ...(pin ? { code: pin } : {}),
    })
    setEnded(data)
  }
  const send = async (calcId: string): Promise<void> => {
    const { data } = await portal('promoterSendTerminateCode', { calcId })
    setCode({ phone: data.phone })
  }
  const check = async (pin: string): Promise<boolean> =>
    (await prove(
      () => end(pin),
      () => setCode(null),
    )) === true
  /** Terminates the policy, or sends the code that this needs. */
  const confirm = (by: Calculation): void =>
    void run(() => (by.codeRequired ? send(by.calcId) : end()))
  return {
    ...termination,
    code,
    confirm,
    send,
    check,
    withoutCode: () => setCode(null),
  }
}

/**
 * Termination in two steps: the reason and the refund by the law's table, then the end itself;
 * another's sale needs the policyholder's code.
 */
export function TerminateDialog({ globalId, onClose, onChanged }: Props) {
  const t = useTexts(words)
  const termination = usePortalTermination(globalId)
  const { calculation, code, ended, formError, busy } = termination
  if (ended) {
    const leave = (): void => {
      onClose()
      onChanged()
    }
    return <EndedDialog ended={ended} title={t.doneTitle} onClose={leave} />
  }
  if (code && calculation)
    return (
      <SmsCodeDialog
        open
        onClose={termination.withoutCode}
        phone={code.phone}
        check={termination.check}
        resend={() => termination.send(calculation.calcId)}
      />
    )
  const actions = calculation ? (
    <>
      <Button variant="quiet" onClick={termination.toReason}>
        {t.changeReason}
      </Button>
      {calculation.byStaff ? null : (
        <Button variant="danger" busy={busy} onClick={() => termination.confirm(calculation)}>
          {calculation.codeRequired ? t.getCode : t.confirm}
        </Button>
      )}
    </>
  ) : undefined
  return (
    <Dialog open onClose={onClose} title={t.title} closeLabel={t.close} actions={actions}>
      {formError ? <Notice tone="error" live title={formError} /> : null}
      {calculation ? (
        <>
          <p className={styles.sum}>
            <span>{t.refund}</span> <Price tenge={calculation.refundAmount} size="large" />
          </p>
          <RefundLines of={calculation} words={t} />
          {calculation.byStaff ? <Notice tone="info" title={t.byStaff} /> : null}
          {calculation.codeRequired && !calculation.byStaff ? (
            <Notice tone="info" title={t.code} />
          ) : null}
        </>
      ) : (
        <TerminationReasonForm
          first={termination.reason}
          busy={busy}
          className={styles.endForm}
          words={t}
          onChanged={termination.forgetError}
          onReason={termination.calculate}
        />
      )}
    </Dialog>
  )
}
