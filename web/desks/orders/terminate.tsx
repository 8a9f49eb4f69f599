import { useEffect, useRef, useState } from 'react'
import { type TerminateReason, terminateReasons } from '#domain/ogpo/refund-sums.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { money, useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import parts from '../../ui/desk-parts.module.css'
import { Facts } from '../../ui/facts.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { DeskDocuments } from '../documents/desk-documents.tsx'
import type { OrderPart } from './order.ts'
import words from './texts.ts'

type Sums = Reply<'staffCalcTerminate'>['data']

type Props = OrderPart & { globalId: string; open: boolean; onClose: () => void }

/**
 * In two steps: the refund by the law's table, then the end itself with the document it rests on,
 * named and joined.
 * The second is read from its beginning: the button that was pressed is another one there.
 */
export function Terminate({ order, globalId, open, onClose, onDone }: Props) {
  const t = useTexts(words)
  const calculating = useAct(null)
  const termination = useAct()
  const [reason, setReason] = useState<TerminateReason | null>(null)
  const [isReasonMissing, setReasonMissing] = useState(false)
  const [sums, setSums] = useState<Sums | null>(null)
  const [isDocumentMissing, setDocumentMissing] = useState(false)
  const second = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (sums) second.current?.focus()
  }, [sums])
  const act = sums ? termination : calculating
  const documents = order.ending_documents.filter(({ of }) => of === sums?.calcId)
  const close = () => {
    setSums(null)
    setReason(null)
    setReasonMissing(false)
    setDocumentMissing(false)
    calculating.reset()
    termination.reset()
    onClose()
  }
  const submit = async (form: FormData) => {
    if (!sums) {
      const terminateReason = terminateReasons.find((one) => one === form.get('terminateReason'))
      setReasonMissing(!terminateReason)
      if (!terminateReason) return
      setReason(terminateReason)
      await calculating.run(async () =>
        setSums((await ask('staffCalcTerminate', { globalId, terminateReason })).data),
      )
      return
    }
    const { calcId, refundAmount } = sums
    setDocumentMissing(documents.length === 0)
    const ground = String(form.get('ground') ?? '')
    if (
      await termination.run(() => ask('staffTerminate', { globalId, calcId, refundAmount, ground }))
    )
      close()
    onDone()
  }
  return (
    <ActDialog
      open={open}
      title={t.act.terminate}
      submit={sums ? t.terminate : t.calculate}
      danger={sums !== null}
      act={act}
      onClose={close}
      onSubmit={(form) => void submit(form)}
    >
      {sums ? (
        <div className={parts.form} ref={second} tabIndex={-1}>
          <Refund sums={sums} />
          <LimitedField
            name="ground"
            label={t.ground}
            hint={reason ? t.groundHints[reason] : undefined}
            rows={3}
            maxLength={500}
            required
            error={act.errors.ground}
          />
          <DeskDocuments
            title={t.endingDocuments}
            documents={documents}
            to={{
              name: 'staffAddEndingDocument',
              fields: { calc_id: sums.calcId },
              label: t.endingDocument,
              error: isDocumentMissing ? t.documentMissing : undefined,
            }}
            onChanged={onDone}
          />
        </div>
      ) : (
        <Select
          name="terminateReason"
          label={t.terminateReason}
          placeholder={t.chooseReason}
          error={isReasonMissing ? t.chooseReason : undefined}
          options={terminateReasons.map((value) => ({ value, label: t.terminateReasons[value] }))}
        />
      )}
    </ActDialog>
  )
}

/** What comes back and what is kept, for which days. */
function Refund({ sums }: { sums: Sums }) {
  const t = useTexts(words)
  return (
    <>
      {sums.unproven.length > 0 && (
        <Notice tone="warn" title={t.unproven(sums.unproven)}>
          {t.unprovenHint}
        </Notice>
      )}
      <Facts
        facts={[
          { label: t.refundAmount, value: money(sums.refundAmount) },
          { label: t.retained, value: t.part(money(sums.retainedAmount), sums.retainedPercent) },
          { label: t.goesLabel, value: t.cancelGoes },
          { label: t.term, value: t.days(sums.elapsedDays, sums.totalDays) },
        ]}
      />
    </>
  )
}
