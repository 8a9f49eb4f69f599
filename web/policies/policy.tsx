import { useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { almatyDay, daysBetween } from '#domain/calendar.ts'
import page from '../cabinet/cabinet.module.css'
import { useCabinet } from '../cabinet/cabinet.ts'
import { type Policy, shareLeft } from '../cabinet/state.ts'
import shell from '../cabinet/texts.ts'
import { ConfirmDialog } from '../dialogs/confirm.tsx'
import { ask } from '../http/ask.ts'
import { apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/use-mutation.ts'
import { fromTo, longDate, money, plural, useLocale, useTexts } from '../texts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { ChevronIcon, DownloadIcon, QrIcon } from '../ui/icons.tsx'
import { Pass } from '../ui/pass.tsx'
import { Price } from '../ui/price.tsx'
import { useToast } from '../ui/toast.tsx'
import { PolicyDocumentsSheet } from './policy-documents-sheet.tsx'
import { RenewalPrice } from './renewal.tsx'
import { TerminationDialog } from './termination.tsx'
import { TerminationSheet } from './termination-progress.tsx'
import words from './texts.ts'

const tones = {
  active: 'good',
  pending: 'now',
  ended: 'plain',
  terminated: 'bad',
  cancelled: 'bad',
  replaced: 'plain',
} as const

/** One policy with all that can be done about it now. */
export function OnePolicy({ policy, onChanged }: { policy: Policy; onChanged: () => void }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { today } = useCabinet()
  const [open, setOpen] = useState<'papers' | 'end' | 'cancel' | 'progress' | null>(null)
  const close = () => setOpen(null)
  const calculator = (why: string) =>
    `${pathOf('ogpo-calculator', locale)}?${why}=${encodeURIComponent(policy.global_id)}`
  const waits = policy.state === 'pending'
  // Ended early, or about to be: the refund can be followed.
  const termination =
    policy.state === 'terminated' ||
    policy.state === 'cancelled' ||
    ((waits || policy.state === 'active') && !policy.may.terminate)
  const inForce = waits || policy.state === 'active'
  const days = waits
    ? daysBetween(today, policy.start_date)
    : daysBetween(today, policy.end_date) + 1
  return (
    <>
      <Pass
        product={t.product(policy.insurer.name)}
        number={policy.global_id}
        state={{ label: t.states[policy.state], tone: tones[policy.state] }}
        cars={policy.cars.map(({ registrationNumber, name }) => ({
          plate: registrationNumber,
          model: name,
        }))}
        facts={[
          { label: t.period, value: fromTo(locale, policy.start_date, policy.end_date) },
          { label: t.premium, value: <Price tenge={policy.premium} /> },
          { label: t.total, value: <Price tenge={policy.amount} /> },
          { label: t.drivers, value: policy.drivers },
          { label: t.verified, value: longDate(locale, almatyDay(new Date(policy.verified_at))) },
          ...(policy.replaced_by
            ? [{ label: t.states.replaced, value: t.replacedBy(policy.replaced_by) }]
            : []),
        ]}
        left={
          inForce
            ? {
                share: shareLeft(policy, today),
                days,
                label: plural(locale, days, waits ? t.startsIn : t.daysLeft),
              }
            : undefined
        }
        actions={
          <>
            {policy.may.renew ? <RenewalPrice policy={policy} /> : null}
            {policy.may.renew ? (
              <LinkButton size="small" href={calculator('prolong')}>
                {t.renew}
              </LinkButton>
            ) : null}
            <Button
              size="small"
              variant="secondary"
              icon={<DownloadIcon />}
              onClick={() => setOpen('papers')}
            >
              {t.papers}
            </Button>
            <LinkButton
              size="small"
              variant="quiet"
              icon={<QrIcon />}
              href={pathOf('policy-check', locale, { number: policy.global_id })}
            >
              {t.check}
            </LinkButton>
            {termination ? (
              <Button size="small" variant="secondary" onClick={() => setOpen('progress')}>
                {t.end.progress}
              </Button>
            ) : null}
            {policy.may.terminate || policy.may.cancel ? (
              <details className={page.more}>
                <summary>
                  {t.others} <ChevronIcon />
                </summary>
                <div>
                  {policy.may.add_drivers ? (
                    <LinkButton
                      size="small"
                      variant="quiet"
                      href={pathOf('adddrivers', locale, { id: policy.calc_id })}
                    >
                      {t.addDrivers}
                    </LinkButton>
                  ) : null}
                  {policy.may.terminate ? (
                    <LinkButton size="small" variant="quiet" href={calculator('reissue')}>
                      {t.reissue}
                    </LinkButton>
                  ) : null}
                  {policy.may.cancel ? (
                    <Button size="small" variant="quiet" onClick={() => setOpen('cancel')}>
                      {t.cancel}
                    </Button>
                  ) : (
                    <Button size="small" variant="quiet" onClick={() => setOpen('end')}>
                      {t.terminate}
                    </Button>
                  )}
                </div>
              </details>
            ) : null}
          </>
        }
      />
      {open === 'papers' ? <PolicyDocumentsSheet policy={policy} onClose={close} /> : null}
      {open === 'progress' ? <TerminationSheet policy={policy} onClose={close} /> : null}
      {open === 'cancel' ? <Cancel policy={policy} onClose={close} onChanged={onChanged} /> : null}
      {open === 'end' ? (
        <TerminationDialog policy={policy} onClose={close} onChanged={onChanged} />
      ) : null}
    </>
  )
}

function Cancel({
  policy,
  onClose,
  onChanged,
}: {
  policy: Policy
  onClose: () => void
  onChanged: () => void
}) {
  const t = useTexts(words)
  const { unavailable } = useTexts(shell)
  const say = useToast()
  const { busy, once } = useMutation()
  const cancel = async () => {
    await once(
      async () => {
        await ask('cabinetCancelPolicy', { globalId: policy.global_id })
        say({ text: t.cancelled, tone: 'good' })
        onChanged()
      },
      (error) =>
        say({ text: apiErrorOf(error).message || unavailable, tone: 'bad', kind: 'snackbar' }),
    )
    onClose()
  }
  return (
    <ConfirmDialog
      open
      danger
      title={t.cancelTitle}
      text={t.cancelText(money(policy.amount))}
      yes={t.cancelYes}
      no={t.cancelNo}
      busy={busy}
      onYes={() => void cancel()}
      onNo={onClose}
    />
  )
}
