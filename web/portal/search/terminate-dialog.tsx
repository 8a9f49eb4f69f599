import { type FormEvent, useState } from 'react'
import { SmsCodeDialog } from '../../dialogs/sms-code.tsx'
import type { Reply } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { money, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Price } from '../../ui/price.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { Table } from '../../ui/table.tsx'
import { portal } from '../portal.ts'
import words from './end-texts.ts'
import { Ended, type EndedPolicy } from './ended.tsx'
import styles from './search.module.css'

const reasons = ['sold', 'died', 'own_will'] as const
type Reason = (typeof reasons)[number]
type Calculation = Reply<'promoterCalcTerminate'>['data']
type Props = { globalId: string; onClose: () => void; onChanged: () => void }

/**
 * Termination in two steps: the reason and the refund by the law's table, then the end itself;
 * another's sale needs the policyholder's code.
 */
export function TerminateDialog({ globalId, onClose, onChanged }: Props) {
  const t = useTexts(words)
  const [reason, setReason] = useState<Reason | null>(null)
  const [missing, setMissing] = useState(false)
  const [calculation, setCalculation] = useState<Calculation | null>(null)
  const [code, setCode] = useState<{ phone: string } | null>(null)
  const [ended, setEnded] = useState<EndedPolicy | null>(null)
  const [formError, setFormError] = useState<string | null>(null)
  const { busy, once } = useMutation()

  const run = async (act: () => Promise<void>): Promise<void> => {
    setFormError(null)
    await once(act, (error) => setFormError(apiErrorOf(error).message || t.unavailable))
  }
  const calculate = (event: FormEvent): void => {
    event.preventDefault()
    setMissing(reason === null)
    if (reason === null) document.getElementById('end-reason')?.focus()
    else
      void run(async () =>
        setCalculation(
          (await portal('promoterCalcTerminate', { globalId, terminateReason: reason })).data,
        ),
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
        onClose={() => setCode(null)}
        phone={code.phone}
        check={check}
        resend={() => send(calculation.calcId)}
      />
    )
  const actions = calculation ? (
    <>
      <Button variant="quiet" onClick={() => setCalculation(null)}>
        {t.changeReason}
      </Button>
      {calculation.byStaff ? null : (
        <Button
          variant="danger"
          busy={busy}
          onClick={() =>
            void run(() => (calculation.codeRequired ? send(calculation.calcId) : end()))
          }
        >
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
          <p>
            {t.how(calculation.elapsedDays, calculation.totalDays, calculation.retainedPercent)}
          </p>
          <Table
            caption={t.lines}
            columns={[
              { key: 'part', title: t.part },
              { key: 'paid', title: t.paid, number: true },
              { key: 'retained', title: t.retained, number: true },
              { key: 'back', title: t.back, number: true },
            ]}
            rows={calculation.lines.map((line) => ({
              key: line.kind,
              cells: {
                part: t.kinds[line.kind],
                paid: money(line.paid),
                retained: money(line.retained),
                back: money(line.refund),
              },
            }))}
          />
          {calculation.byStaff ? <Notice tone="info" title={t.byStaff} /> : null}
          {calculation.codeRequired && !calculation.byStaff ? (
            <Notice tone="info" title={t.code} />
          ) : null}
        </>
      ) : (
        <form className={styles.endForm} onSubmit={calculate} noValidate>
          <p>{t.registered}</p>
          <RadioCards
            name="end-reason"
            label={t.reason}
            error={missing ? t.choose : undefined}
            defaultValue={reason ?? undefined}
            onValue={(value) => {
              setReason(reasons.find((one) => one === value) ?? null)
              setMissing(false)
              setFormError(null)
            }}
            options={reasons.map((value) => ({ value, label: t.reasons[value] }))}
          />
          <Button type="submit" busy={busy} wide>
            {t.calculate}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
