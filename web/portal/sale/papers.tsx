import { useState } from 'react'
import { brand } from '#brand'
import { localePath } from '#contract/pages.ts'
import { fromTo, money, useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { DownloadIcon, QrIcon } from '../../ui/later-icons.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Qr } from './hand-off-dialog.tsx'
import styles from './order.module.css'
import words from './order-texts.ts'
import type { SetAnswer } from './state/state.ts'

const kinds = ['policy', 'covernote', 'slip', 'applicantForm'] as const
const pathsOf = {
  policy: 'download-policy',
  covernote: 'download-policy-covernote',
  slip: 'download-policy-slip',
  applicantForm: 'download-applicant-form',
} as const

type Props = { issued: SetAnswer; amount: number | null }
/** `phone`: the client's, if the sheet still knows it. */
type PapersProps = Props & { phone: string }

/**
 * The policy and its documents. Sending is first: by the device's share sheet, by WhatsApp or by
 * SMS; printing and the public check are folded.
 */
export function PolicyDocuments({ issued, amount, phone }: PapersProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const say = useToast()
  const [paper, setPaper] = useState<'a4' | 'thermal'>('a4')
  const files = kinds.flatMap((kind) => {
    const file = issued.files?.[kind]
    return file
      ? [
          {
            kind,
            href: localePath(locale, `/${pathsOf[kind]}/${encodeURIComponent(file.uuid)}`),
          },
        ]
      : []
  })
  const number = issued.globalId ?? ''
  const link = issued.checkUrl ?? ''
  const policy = files.find(({ kind }) => kind === 'policy')
  const url = policy ? new URL(policy.href, location.href).href : link
  const message = encodeURIComponent(`${t.shareText(number)}: ${url}`)
  const share = async (): Promise<void> => {
    if ('share' in navigator) return navigator.share({ title: t.shareText(number), url })
    await (navigator as Navigator).clipboard.writeText(url)
    say({ text: t.copied, tone: 'good' })
  }
  const print = (kind: 'a4' | 'thermal'): void => {
    setPaper(kind)
    // Lays the sheet out before the browser prints it.
    setTimeout(() => window.print())
  }
  return (
    <section className={styles.papers} aria-label={t.papers}>
      <p className={styles.policy}>
        <span>{t.policy}</span> <strong>{number}</strong>
      </p>
      <Button wide disabled={url === ''} onClick={() => void share().catch(() => {})}>
        {t.share}
      </Button>
      {phone && url ? (
        <div className={styles.buttons}>
          <LinkButton
            size="small"
            variant="secondary"
            href={`https://wa.me/${phone.replace(/\D/g, '')}?text=${message}`}
          >
            WhatsApp
          </LinkButton>
          <LinkButton
            size="small"
            variant="secondary"
            href={`sms:+${phone.replace(/\D/g, '')}?body=${message}`}
          >
            SMS
          </LinkButton>
        </div>
      ) : null}
      {files.length === 0 ? <RowProgress>{t.policyDocumentsSoon}</RowProgress> : null}
      <ul className={styles.files}>
        {files.map(({ kind, href }) => (
          <li key={kind}>
            <LinkButton variant="secondary" size="small" icon={<DownloadIcon />} href={href}>
              {t.files[kind]}
            </LinkButton>
          </li>
        ))}
      </ul>
      <details className={styles.more}>
        <summary>{t.more}</summary>
        <div className={styles.buttons}>
          <Button size="small" variant="secondary" onClick={() => print('a4')}>
            {t.printA4}
          </Button>
          <Button size="small" variant="secondary" onClick={() => print('thermal')}>
            {t.printThermal}
          </Button>
          {link ? (
            <LinkButton size="small" variant="quiet" icon={<QrIcon />} href={link}>
              {t.check}
            </LinkButton>
          ) : null}
        </div>
      </details>
      <PrintedSheet issued={issued} amount={amount} paper={paper} />
    </section>
  )
}

/** The policy in a few lines: only the printer sees it. */
function PrintedSheet({ issued, amount, paper }: Props & { paper: 'a4' | 'thermal' }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { sale, startDate, endDate, checkUrl } = issued
  return (
    <div className={styles.print} data-paper={paper} aria-hidden="true">
      <p className={styles.brand}>
        <LogoMark />
        {brand.name[locale]}
      </p>
      <h1>{t.sheetTitle}</h1>
      <p>
        {t.policy}: <strong>{issued.globalId ?? ''}</strong>
      </p>
      {startDate && endDate ? (
        <p>
          {t.validity}: {fromTo(locale, startDate, endDate)}
        </p>
      ) : null}
      {amount ? (
        <p>
          {t.premium}: {money(amount)}
        </p>
      ) : null}
      <p>
        {t.insurer}: {sale.insurer}
      </p>
      <p>
        {t.policyholder}: {sale.policyholder}
      </p>
      <p>
        {t.cars}:{' '}
        {sale.cars
          .map(({ registrationNumber, name }) => `${registrationNumber} ${name}`)
          .join('; ')}
      </p>
      <p>
        {t.drivers}: {sale.drivers.join(', ')}
      </p>
      {checkUrl ? <Qr text={checkUrl.toUpperCase()} label={t.check} /> : null}
      <p>{t.call}</p>
    </div>
  )
}
