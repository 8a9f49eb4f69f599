import type { ReactNode } from 'react'
import { pathOf } from '#contract/pages.ts'
import type { Need } from '#domain/cabinet-needs.ts'
import type { Claim, Policy } from '../cabinet/state.ts'
import { tabAddress } from '../cabinet/tabs.ts'
import type { Reply } from '../http/api.ts'
import { onSiteByKind } from '../products.ts'
import { longDate, money, plural, useLocale, useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { ArrowIcon } from '../ui/icons.tsx'
import { CardIcon, DocumentIcon, WalletIcon } from '../ui/later-icons.tsx'
import { Notice } from '../ui/notice.tsx'
import { plateWords } from '../ui/plate-words.ts'
import { Picture } from '../world/picture.tsx'
import styles from './needs.module.css'
import { type Offers, RenewalNeed } from './renewal.tsx'
import { needWords as words } from './tab-texts.ts'

type Application = Reply<'cabinetApplications'>['data'][number]
type Props = {
  needs: readonly Need<Policy, Application, Claim>[]
  /** Something of what may wait did not come. */
  failed: boolean
  /** Null while they are on their way. */
  offers: Offers | null
  onAgain: () => void
}

/** What waits for the client now, what is due first standing first; nothing where nothing does. */
export function Needs({ needs, failed, offers, onAgain }: Props) {
  const t = useTexts(words)
  if (needs.length === 0 && !failed) return null
  return (
    <section className={styles.needs} aria-label={t.title}>
      {failed ? (
        <Notice
          tone="warn"
          title={t.notAll}
          action={
            <Button size="small" variant="secondary" onClick={onAgain}>
              {t.again}
            </Button>
          }
        />
      ) : null}
      {needs.map((need) => {
        if (need.what === 'renewal') {
          const { policy } = need
          const offer = offers ? (offers.get(policy.global_id) ?? null) : undefined
          return <RenewalNeed key={policy.global_id} policy={policy} offer={offer} />
        }
        if (need.what === 'payment')
          return (
            <Payment
              key={need.application.order_id}
              application={need.application}
              refused={need.refused}
            />
          )
        if (need.what === 'card')
          return <CardMissing key={need.policy.global_id} policy={need.policy} />
        return <Documents key={need.claim.claim_id} claim={need.claim} />
      })}
    </section>
  )
}

function Payment({ application, refused }: { application: Application; refused: boolean }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { orderPage, monthly } = onSiteByKind(application.kind)
  const about =
    application.address ??
    application.cars.map(({ registrationNumber }) => plateWords(registrationNumber)).join(', ')
  return (
    <Row
      icon={<WalletIcon />}
      urgent={refused}
      href={`${pathOf(orderPage, locale)}?order=${encodeURIComponent(application.key)}`}
      title={refused ? t.refused : monthly ? t.unpaidHome : t.unpaid}
    >
      {about} · {money(application.amount)}
    </Row>
  )
}

function CardMissing({ policy }: { policy: Policy }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <Row
      icon={<CardIcon />}
      urgent
      href={tabAddress(pathOf('account', locale), 'cards')}
      title={policy.home?.renewal === 'no_card' ? t.noCard : t.declined}
    >
      {t.cardUntil(longDate(locale, policy.end_date))}
    </Row>
  )
}

function Documents({ claim }: { claim: Claim }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <Row
      icon={<DocumentIcon />}
      urgent
      href={tabAddress(pathOf('account', locale), 'claims')}
      title={plural(locale, claim.asked, t.asked)}
    >
      {t.claim(claim.claim_number)}
    </Row>
  )
}

/** The way to a claim, always at the same place. */
export function Help() {
  const t = useTexts(words)
  return (
    <Row
      icon={<Picture of="crash" part="hit-me" eager />}
      drawn
      href={pathOf('claim', useLocale())}
      title={t.help}
    >
      {t.helpText}
    </Row>
  )
}

type RowProps = {
  icon: ReactNode
  drawn?: boolean
  urgent?: boolean
  href: string
  title: string
  children: ReactNode
}

/** One thing to do, as wide as the thumb reaches: what it is, of what, and the way there. */
const Row = ({ icon, drawn, urgent, href, title, children }: RowProps) => (
  <a className={urgent ? `${styles.row} ${styles.urgent}` : styles.row} href={href}>
    <span className={drawn ? styles.picture : styles.icon}>{icon}</span>
    <span className={styles.words}>
      <b>{title}</b>
      <span>{children}</span>
    </span>
    <ArrowIcon className={styles.arrow} />
  </a>
)
