import { useEffect, useRef, useState } from 'react'
import { type TerminateReason, terminateReasons } from '#domain/ogpo/refund-sums.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { money, useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/desk-parts.module.css'
import { Facts } from '../../ui/facts.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { useLoading } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { DeskDocuments } from '../documents/desk-documents.tsx'
import { useActsHere } from '../search/acts-here.ts'
import type { OrderPart, StaffOrder } from './order.ts'
import words from './texts.ts'

type Props = OrderPart & { globalId: string; open: boolean; onClose: () => void }

/**
 * Cancellation on the day of issue, before the start: the whole premium goes back; the message is
 * previewed.
 */
function Cancel({ order, globalId, open, onClose, onDone }: Props) {
  const t = useTexts(words)
  const act = useAct()
  const { cancel_refund: refundAmount, acted } = order
  if (refundAmount === null) return null
  const submit = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '')
    const cancels = () => ask('staffCancelPolicy', { globalId, refundAmount, reason, acted })
    if (await act.run(cancels)) onClose()
    onDone()
  }
  return (
    <ActDialog
      open={open}
      title={t.act.cancel}
      submit={t.cancel}
      danger
      act={act}
      onClose={onClose}
      onSubmit={(form) => void submit(form)}
    >
      <div className={parts.form}>
        <Facts
          facts={[
            { label: t.refundAmount, value: money(refundAmount) },
            { label: t.goesLabel, value: t.cancelGoes },
          ]}
        />
        <LimitedField
          name="reason"
          label={t.reason}
          hint={t.reasonHint}
          rows={3}
          maxLength={500}
          required
          error={act.errors.reason}
        />
      </div>
    </ActDialog>
  )
}

type Name = StaffOrder['acts'][number]
type Asked = Exclude<Name, 'refund' | 'terminate' | 'cancel'>
/** The others need more than a reason. */
const inDialog = (name: Name): name is Asked =>
  name !== 'refund' && name !== 'terminate' && name !== 'cancel'

/** The possible acts, each with its reason. */
export function Acts({ order, onDone }: OrderPart) {
  const t = useTexts(words)
  const act = useAct(t.asked)
  const [chosen, setChosen] = useState<Name | null>(null)
  const giveBack = useLoading(() => import('./give-back.tsx')).value
  const [began, setBegan] = useState<string | null>(order.acted)
  const close = () => setChosen(null)
  const run = async (form: FormData) => {
    const of = {
      order_id: order.order_id,
      reason: String(form.get('reason') ?? ''),
      acted: began ?? order.acted,
    }
    const done = await act.run(async () => {
      if (chosen && inDialog(chosen)) await ask('staffRerun', { ...of, what: chosen })
    })
    if (done) setChosen(null)
    // After a refusal the text stays: the next try uses the state seen then.
    else setBegan(null)
    onDone()
  }
  // An act that waits for its second signature is not offered again.
  const isOpen = (name: Name) =>
    name !== 'refund' || order.give_back?.signature?.state !== 'waiting'
  const shown = order.acts.filter(isOpen)
  const choose = (name: Name) => {
    setBegan(order.acted)
    setChosen(name)
  }
  useActsHere(
    shown.map((name) => ({
      key: name,
      title: t.act[name],
      of: order.number,
      run: () => choose(name),
    })),
  )
  return (
    <section aria-label={t.acts}>
      <div className={parts.actions}>
        {shown.map((name, at) => (
          <Button
            key={name}
            variant={at === 0 ? 'primary' : 'secondary'}
            size="small"
            onClick={() => choose(name)}
          >
            {t.act[name]}
          </Button>
        ))}
      </div>
      {giveBack && (order.give_back || chosen === 'refund') ? (
        <giveBack.GiveBackPart
          order={order}
          asking={chosen === 'refund'}
          onClose={close}
          onDone={onDone}
        />
      ) : null}
      {order.policy ? (
        <Terminate
          order={order}
          globalId={order.policy.global_id}
          open={chosen === 'terminate'}
          onClose={() => setChosen(null)}
          onDone={onDone}
        />
      ) : null}
      {order.policy ? (
        <Cancel
          order={order}
          globalId={order.policy.global_id}
          open={chosen === 'cancel'}
          onClose={() => setChosen(null)}
          onDone={onDone}
        />
      ) : null}
      <AskReason
        name={chosen !== null && inDialog(chosen) ? chosen : null}
        act={act}
        isOld={began !== null && began !== order.acted}
        onClose={close}
        onSubmit={(form) => void run(form)}
      />
    </section>
  )
}

type AskReasonProps = {
  /** The act to confirm; null if none. */
  name: Asked | null
  act: ReturnType<typeof useAct>
  /** Somebody else acted since this was begun. */
  isOld: boolean
  onClose: () => void
  onSubmit: (form: FormData) => void
}

/** Asks for the reason of an act that one person may do. */
function AskReason({ name, act, isOld, onClose, onSubmit }: AskReasonProps) {
  const t = useTexts(words)
  const title = name ? t.act[name] : ''
  return (
    <ActDialog
      open={name !== null}
      title={title}
      submit={title}
      act={act}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <div className={parts.form}>
        {isOld ? <Notice tone="warn" live title={t.actedMeanwhile} /> : null}
        <LimitedField
          key={name ?? ''}
          name="reason"
          label={t.reason}
          hint={t.reasonHint}
          rows={3}
          maxLength={500}
          required
          error={act.errors.reason}
        />
      </div>
    </ActDialog>
  )
}

type Sums = Reply<'staffCalcTerminate'>['data']

type TerminateProps = OrderPart & { globalId: string; open: boolean; onClose: () => void }

/**
 * Termination in two steps: the refund by the law's table, then the end itself with its document,
 * named and joined. The second starts at its beginning: another button is in the place of the
 * pressed one.
 */
function Terminate({ order, globalId, open, onClose, onDone }: TerminateProps) {
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

/** What is refunded and what is retained, for which days. */
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
