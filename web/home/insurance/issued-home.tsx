import { localePath, pathOf } from '#contract/pages.ts'
import { almatyDay, formatTime } from '#domain/calendar.ts'
import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { DownloadIcon, QrIcon } from '../../ui/later-icons.tsx'
import { Pass } from '../../ui/pass.tsx'
import styles from './insurance.module.css'
import type { Status } from './status.ts'
import words from './texts.ts'

type Props = { status: Status; number: string; from: Date }

/** The policy of a home as a pass: the address, the days, the number. */
export function IssuedHome({ status, number, from }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const paper = status.files?.policy
  const begins = from.getTime() > Date.now()
  return (
    <Pass
      product={t.product}
      number={number}
      state={
        begins
          ? { label: t.begins(formatTime(from)), tone: 'now' }
          : { label: t.active, tone: 'good' }
      }
      address={status.address}
      facts={[
        { label: t.protection, value: t.at(longDate(locale, almatyDay(from)), formatTime(from)) },
        { label: t.month, value: money(status.premium) },
        ...(status.endDate
          ? [{ label: t.paidUntil, value: longDate(locale, status.endDate) }]
          : []),
        ...(status.nextBillingOn
          ? [{ label: t.next, value: longDate(locale, status.nextBillingOn) }]
          : []),
      ]}
      actions={
        <>
          {paper ? (
            <LinkButton
              href={localePath(locale, `/download-policy-home/${encodeURIComponent(paper.uuid)}`)}
              icon={<DownloadIcon />}
            >
              {t.download}
            </LinkButton>
          ) : (
            // Its place is kept: what stands beside it is not moved when the paper comes.
            <Button disabled icon={<DownloadIcon />}>
              {t.download}
            </Button>
          )}
          <LinkButton variant="secondary" href={pathOf('account', locale)}>
            {t.account}
          </LinkButton>
          <LinkButton
            variant="quiet"
            className={styles.check}
            href={pathOf('policy-check', locale, { number })}
            icon={<QrIcon />}
          >
            {t.check}
          </LinkButton>
        </>
      }
    />
  )
}
