import { type FormEvent, useState } from 'react'
import { formatPhone } from '#domain/phone.ts'
import { useCabinet } from '../cabinet/cabinet.ts'
import type { Policy } from '../cabinet/state.ts'
import shell from '../cabinet/texts.ts'
import { SmsCodeDialog } from '../dialogs/sms-code.tsx'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/use-mutation.ts'
import { useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Price } from '../ui/price.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'
import { RefundLines } from '../ui/refund-lines.tsx'
import styles from './policies.module.css'
import type { Ended } from './termination-progress.tsx'
import { TerminationStatus } from './termination-progress.tsx'
import words from './texts.ts'

type Calculation = Reply<'cabinetCalcTerminate'>['data']

const reasons = ['sold', 'died', 'own_will'] as const
type Reason = (typeof reasons)[number]

/**
 * The way of an end: refund calculated, code asked for, ended. What fails on it is said in
 * `formError`.
 */
function useTermination(globalId: string) {
  const { unavailable } = useTexts(shell)
  const [reason, setReason] = useState<Reason | null>(null)
  const [calculation, setCalculation] = useState<Calculation | null>(null)
  const [asked, setAsked] = useState(false)
  const [ended, setEnded] = useState<Ended | null>(null)
  const [formError, setFormError] = useState<string | null>(null)
  const { busy, once } = useMutation()

  const run = async (act: () => Promise<void>) => {
    setFormError(null)
    await once(act, (error) => setFormError(apiErrorOf(error).message || unavailable))
  }
  const calculate = (terminateReason: Reason) => {
    setReason(terminateReason)
    void run(async () =>
      setCalculation((await ask('cabinetCalcTerminate', { globalId, terminateReason })).data),
    )
  }
  const sendCode = async (calcId: string) => {
    try {
      await ask('cabinetSendTerminateCode', { calcId })
    } catch (error) {
      // The code sent a moment ago still works.
      if (apiErrorOf(error).kind !== 'busy') throw error
    }
  }
  const confirm = async (code: string): Promise<boolean | string> => {
    if (!calculation || !reason) return false
    const { calcId, refundAmount } = calculation
    try {
      const { data } = await ask('cabinetTerminate', {
        globalId,
        terminateReason: reason,
        calcId,
        refundAmount,
        code,
      })
      setEnded(data)
      return true
    } catch (error) {
      const apiError = apiErrorOf(error)
      if (apiError.kind === 'refused' && apiError.code === 14014) return apiError.message
      setAsked(false)
      setFormError(apiError.message || unavailable)
      return true
    }
  }
  /** The code goes to the client's phone. */
  const getCode = (calcId: string) => void run(() => sendCode(calcId).then(() => setAsked(true)))
  return {
    ...{ reason, calculation, asked, ended, formError, busy },
    ...{ calculate, getCode, sendCode, confirm },
    toReason: () => setCalculation(null),
    withoutCode: () => setAsked(false),
    forgetError: () => setFormError(null),
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
  const termination = useTermination(policy.global_id)
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
      {formError ? <Notice tone="error" live title={formError} /> : null}
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
        <ReasonForm
          first={termination.reason}
          busy={busy}
          onChanged={termination.forgetError}
          onReason={termination.calculate}
        />
      )}
    </Dialog>
  )
}

type ReasonProps = {
  first: Reason | null
  busy: boolean
  onChanged: () => void
  onReason: (reason: Reason) => void
}

/** Why the policy ends early; the refund depends on it. */
function ReasonForm({ first, busy, onChanged, onReason }: ReasonProps) {
  const t = useTexts(words).end
  const [reason, setReason] = useState(first)
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(reason === null)
    if (reason === null) document.getElementById('end-reason')?.focus()
    else onReason(reason)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>{t.registered}</p>
      <RadioCards
        name="end-reason"
        label={t.reasonLabel}
        error={missing ? t.reasonWrong : undefined}
        defaultValue={reason ?? undefined}
        onValue={(value) => {
          setReason(reasons.find((one) => one === value) ?? null)
          setMissing(false)
          onChanged()
        }}
        options={reasons.map((value) => ({ value, label: t.reasons[value] }))}
      />
      <Button type="submit" busy={busy} wide>
        {t.toRefund}
      </Button>
    </form>
  )
}
