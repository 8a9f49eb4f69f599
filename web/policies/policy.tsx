import { useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { countDays, daysBetween } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import { fullName } from '#domain/person.ts'
import page from '../cabinet/cabinet.module.css'
import { useCabinet } from '../cabinet/cabinet.ts'
import { type Policy, shareLeft } from '../cabinet/state.ts'
import { ask } from '../http/ask.ts'
import { fromTo, longDate, money, plural, useLocale, useTexts } from '../texts.ts'
import { BrightCode } from '../ui/bright-code.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { ChevronIcon } from '../ui/icons.tsx'
import { DownloadIcon, ShareIcon } from '../ui/later-icons.tsx'
import { Pass } from '../ui/pass.tsx'
import { share } from '../ui/share.ts'
import { useToast } from '../ui/toast.tsx'
import { WalletButtons, type Wallets } from '../wallet/wallet.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import styles from './policies.module.css'
import { PolicyDocumentsSheet } from './policy-documents-sheet.tsx'
import { mineWords } from './tab-texts.ts'
import { TerminationDialog, TerminationSheet } from './termination.tsx'
import words from './texts.ts'

const tones = {
  active: 'good',
  pending: 'now',
  ended: 'plain',
  terminated: 'bad',
  cancelled: 'bad',
  replaced: 'plain',
} as const

/** What opens over the list. */
type Asked = 'papers' | 'end' | 'cancel' | 'progress'

type Props = {
  policy: Policy
  checkUrl: string | null | undefined
  wallets: Wallets | null | undefined
  onChanged: () => void
}

/** One policy with all that can be done about it now, as soon as all of that is known. */
export function OnePolicy({ policy, checkUrl, wallets, onChanged }: Props) {
  const t = useTexts(words)
  const { scan } = useTexts(mineWords)
  const locale = useLocale()
  const { today, state } = useCabinet()
  const holder = fullName({
    surname: state.PERSONAL_SURNAME,
    name: state.PERSONAL_NAME,
    patronymic: state.PERSONAL_PATRONYMIC,
  })
  const [open, setOpen] = useState<Asked | null>(null)
  const close = () => setOpen(null)
  const waits = policy.state === 'pending'
  const inForce = waits || policy.state === 'active'
  const days = waits ? daysBetween(today, policy.start_date) : countDays(today, policy.end_date)
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
          { label: t.starts, value: longDate(locale, policy.start_date) },
          { label: t.ends, value: longDate(locale, policy.end_date) },
          { label: t.holder, value: holder },
          { label: t.cost, value: money(policy.amount) },
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
        stub={
          checkUrl !== null && inForce ? (
            <>
              {checkUrl ? (
                <BrightCode
                  text={checkUrl.toUpperCase()}
                  title={t.numbered(policy.global_id)}
                  product={t.product(policy.insurer.name)}
                  term={fromTo(locale, policy.start_date, policy.end_date)}
                  plates={policy.cars.map(({ registrationNumber }) => registrationNumber)}
                  owner={`${holder}\u00a0· ${money(policy.amount)}`}
                  words={{ code: t.check, enlarge: t.enlarge, scan, close: t.closeCode }}
                />
              ) : (
                <div aria-hidden="true" />
              )}
              <div>
                <p>{scan}</p>
                <LinkButton
                  size="small"
                  variant="quiet"
                  href={pathOf('policy-check', locale, { number: policy.global_id })}
                >
                  {t.check}
                </LinkButton>
              </div>
            </>
          ) : undefined
        }
        actions={
          wallets === undefined ? undefined : (
            <div className={styles.acts}>
              <Acts
                policy={policy}
                checkUrl={inForce ? checkUrl : null}
                wallets={wallets}
                onAsk={setOpen}
              />
            </div>
          )
        }
      />
      {open === 'papers' ? <PolicyDocumentsSheet policy={policy} onClose={close} /> : null}
      {open === 'progress' ? <TerminationSheet policy={policy} onClose={close} /> : null}
      {open === 'cancel' ? (
        <CancelDialog
          words={t}
          text={t.cancelText(money(policy.amount))}
          cancel={() => ask('cabinetCancelPolicy', { globalId: policy.global_id })}
          onClose={close}
          onChanged={onChanged}
        />
      ) : null}
      {open === 'end' ? (
        <TerminationDialog policy={policy} onClose={close} onChanged={onChanged} />
      ) : null}
    </>
  )
}

type ActsProps = { policy: Policy; onAsk: (what: Asked) => void }

/** The next step first; rare actions are folded away. */
function Acts({
  policy,
  checkUrl,
  wallets,
  onAsk,
}: ActsProps & Pick<Props, 'checkUrl'> & { wallets: Wallets | null }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { may, state } = policy
  // Ended early, or about to be: the refund can be followed.
  const termination =
    state === 'terminated' ||
    state === 'cancelled' ||
    ((state === 'pending' || state === 'active') && !may.terminate)
  return (
    <>
      {may.renew ? (
        <LinkButton size="small" href={calculator(policy, 'prolong', locale)}>
          {t.renew}
        </LinkButton>
      ) : null}
      <Button
        size="small"
        variant="secondary"
        icon={<DownloadIcon />}
        onClick={() => onAsk('papers')}
      >
        {t.papers}
      </Button>
      {checkUrl ? <Share policy={policy} url={checkUrl} /> : null}
      <WalletButtons wallets={wallets} />
      {termination ? (
        <Button size="small" variant="secondary" onClick={() => onAsk('progress')}>
          {t.end.progress}
        </Button>
      ) : null}
      {may.terminate || may.cancel ? <SeldomActs policy={policy} onAsk={onAsk} /> : null}
    </>
  )
}

/** Shares the page that proves the policy; it names nobody. */
function Share({ policy, url }: { policy: Policy; url: string }) {
  const t = useTexts(words)
  const say = useToast()
  const plates = policy.cars.map(({ registrationNumber }) => registrationNumber).join(', ')
  const give = async (): Promise<void> => {
    const done = await share({ title: policy.global_id, text: plates, url })
    if (done === 'copied') say({ text: t.linkCopied, tone: 'good' })
    if (done === 'failed') say({ text: t.notShared, tone: 'bad' })
  }
  return (
    <Button size="small" variant="secondary" icon={<ShareIcon />} onClick={() => void give()}>
      {t.share}
    </Button>
  )
}

function SeldomActs({ policy, onAsk }: ActsProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const { may } = policy
  return (
    <details className={page.more}>
      <summary>
        {t.others} <ChevronIcon />
      </summary>
      <div>
        {may.add_drivers ? (
          <LinkButton
            size="small"
            variant="quiet"
            href={pathOf('adddrivers', locale, { id: policy.calc_id })}
          >
            {t.addDrivers}
          </LinkButton>
        ) : null}
        {may.terminate ? (
          <LinkButton size="small" variant="quiet" href={calculator(policy, 'reissue', locale)}>
            {t.reissue}
          </LinkButton>
        ) : null}
        {may.cancel ? (
          <Button size="small" variant="quiet" onClick={() => onAsk('cancel')}>
            {t.cancel}
          </Button>
        ) : (
          <Button size="small" variant="quiet" onClick={() => onAsk('end')}>
            {t.terminate}
          </Button>
        )}
      </div>
    </details>
  )
}

/** The purchase that begins with what this policy says. */
const calculator = (policy: Policy, why: 'prolong' | 'reissue', locale: Locale): string =>
  `${pathOf('ogpo-calculator', locale)}?${why}=${encodeURIComponent(policy.global_id)}`
