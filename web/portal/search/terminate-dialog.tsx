import { type FormEvent, useState } from 'react'
import { SmsCodeDialog } from '../../dialogs/sms-code.tsx'
import type { Reply } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Price } from '../../ui/price.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { RefundLines } from '../../ui/refund-lines.tsx'
import { portal } from '../portal.ts'
import words from './end-texts.ts'
import { Ended, type EndedPolicy } from './ended.tsx'
import styles from './search.module.css'

const reasons = ['sold', 'died', 'own_will'] as const
type Reason = (typeof reasons)[number]
type Calculation = Reply<'promoterCalcTerminate'>['data']
type Props = { globalId: string; onClose: () => void; onChanged: () => void }

/**
 * The way of an end: refund calculated, code asked for where it is another's sale, ended. What
 * fails on it is said in `formError`.
 */
function useTermination(globalId: string) {
  const t = useTexts(words)
  const [reason, setReason] = useState<Reason | null>(null)
  const [calculation, setCalculation] = useState<Calculation | null>(null)
  const [code, setCode] = useState<{ phone: string } | null>(null)
  const [ended, setEnded] = useState<EndedPolicy | null>(null)
  const [formError, setFormError] = useState<string | null>(null)
  const { busy, once } = useMutation()

  const run = async (act: () => Promise<void>): Promise<void> => {
    setFormError(null)
    await once(act, (error) => setFormError(apiErrorOf(error).message || t.unavailable))
  }
  const calculate = (terminateReason: Reason): void => {
    setReason(terminateReason)
    void run(async () =>
      setCalculation((await portal('promoterCalcTerminate', { globalId, terminateReason })).data),
    )
  }
  const end = async (pin?: string): Promise<void> => {
    if (!calculation || !reason) return
    const { calcId, refundAmount } = calculation
    const { data } = await portal('promoterTerminate', {
      ...{ globalId, terminateReason: reason, calcId, refundAmount },
      ...(pin ? { code: pin } : {}),
    })
    setEnded(data)
  }
  const send = async (calcId: string): Promise<void> => {
    const { data } = await portal('promoterSendTerminateCode', { calcId })
    setCode({ phone: data.phone })
  }
  const check = async (pin: string): Promise<boolean> => {
    try {
      await end(pin)
      return true
    } catch (error) {
      const apiError = apiErrorOf(error)
      if (apiError.kind === 'refused' && apiError.code === 14014) return false
      setCode(null)
      setFormError(apiError.message || t.unavailable)
      return true
    }
  }
  /** Ends the policy, or sends the code that is needed for it. */
  const confirm = (by: Calculation): void =>
    void run(() => (by.codeRequired ? send(by.calcId) : end()))
  return {
    ...{ reason, calculation, code, ended, formError, busy },
    ...{ calculate, confirm, send, check },
    toReason: () => setCalculation(null),
    withoutCode: () => setCode(null),
    forgetError: () => setFormError(null),
  }
}

/**
 * Termination in two steps: the reason and the refund by the law's table, then the end itself;
 * another's sale needs the policyholder's code.
 */
export function TerminateDialog({ globalId, onClose, onChanged }: Props) {
  const t = useTexts(words)
  const termination = useTermination(globalId)
  const { calculation, code, ended, formError, busy } = termination
  const leave = (): void => {
    onClose()
    if (ended) onChanged()
  }
  if (ended)
    return (
      <Dialog
        open
        onClose={leave}
        title={ended.state === 'done' ? t.doneTitle : t.acceptedTitle}
        closeLabel={t.close}
      >
        <Ended ended={ended} />
        <Button onClick={leave}>{t.close}</Button>
      </Dialog>
    )
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
  const t = useTexts(words)
  const [reason, setReason] = useState(first)
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setMissing(reason === null)
    if (reason === null) document.getElementById('end-reason')?.focus()
    else onReason(reason)
  }
  return (
    <form className={styles.endForm} onSubmit={submit} noValidate>
      <p>{t.registered}</p>
      <RadioCards
        name="end-reason"
        label={t.reason}
        error={missing ? t.choose : undefined}
        defaultValue={reason ?? undefined}
        onValue={(value) => {
          setReason(reasons.find((one) => one === value) ?? null)
          setMissing(false)
          onChanged()
        }}
        options={reasons.map((value) => ({ value, label: t.reasons[value] }))}
      />
      <Button type="submit" busy={busy} wide>
        {t.calculate}
      </Button>
    </form>
  )
}
