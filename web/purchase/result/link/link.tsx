import type { ReactNode } from 'react'
import { useTexts } from '../../../texts.ts'
import { classNames } from '../../../ui/class-names.ts'
import type { KeptOrder } from '../../state/kept-order.ts'
import { Confirm, useLink } from './confirm.tsx'
import styles from './link.module.css'
import words from './texts.ts'

const quarters = [0, 90, 180, 270]

/** The back of a pass, with nothing on it but the ornament. `low`: room for the code below. */
export const Back = ({
  label,
  low,
  turning,
}: {
  label: string
  low: boolean
  turning: boolean
}) => (
  <div
    className={classNames('deep', styles.back, low && styles.low, turning && styles.turning)}
    role="img"
    aria-label={label}
  >
    <div className={`frieze ${styles.hem}`} />
    <svg className={styles.medal} viewBox="-122 -122 244 244" aria-hidden="true">
      {quarters.map((angle) => (
        <g key={angle} transform={`rotate(${angle})`}>
          <path d="M0 -40V-92A17 17 0 0 0 -34 -92A10.5 10.5 0 0 0 -13 -92A4.5 4.5 0 0 0 -22 -92M0 -92A17 17 0 0 1 34 -92A10.5 10.5 0 0 1 13 -92A4.5 4.5 0 0 1 22 -92" />
          <path className={styles.filled} d="M-14 -37Q-2 -44 0 -66Q2 -44 14 -37Z" />
          <path
            transform="rotate(45)"
            d="M0 -52V-78A11.5 11.5 0 0 0 -23 -78A6.5 6.5 0 0 0 -10 -78M0 -78A11.5 11.5 0 0 1 23 -78A6.5 6.5 0 0 1 10 -78"
          />
        </g>
      ))}
      <path d="M-37 -37H37V37H-37ZM-37 0L0 -37L37 0L0 37Z" />
      <path className={styles.filled} d="M-15 0L0 -15L15 0L0 15Z" />
    </svg>
    <div className={`frieze ${styles.hem}`} />
  </div>
)

type Link = ReturnType<typeof useLink>
type Props = { orderKey: string; onOpen: (own: KeptOrder) => void }

/**
 * The link of an issued policy on a strange device: the back of the pass, without name, plate or
 * number. The code sent to the order's phone turns it over.
 */
export function ShutPass({ orderKey, onOpen, notice }: Props & { notice: ReactNode }) {
  const t = useTexts(words)
  const link = useLink(orderKey, onOpen)
  return (
    <div className={styles.page} data-comes={comes(link)}>
      <header className={styles.hello}>
        <h1>{t.title}</h1>
        <Lead text={t.lead} link={link} />
      </header>
      <div className={styles.stage}>
        <Back label={t.back} low={link.stage === 'code'} turning={link.turning} />
      </div>
      <div className={styles.rest}>
        {notice}
        <Confirm link={link} orderKey={orderKey} opens={t.opens} another={t.another} />
      </div>
    </div>
  )
}

/** The link of an order that can still be paid: the code opens the ways to pay. */
export function ShutPayment({ orderKey, onOpen }: Props) {
  const t = useTexts(words)
  const link = useLink(orderKey, onOpen)
  return (
    <section className={styles.card} aria-labelledby="pay-here" data-comes={comes(link)}>
      <h2 id="pay-here">{t.payTitle}</h2>
      <Lead text={t.payLead} link={link} />
      <Confirm link={link} orderKey={orderKey} opens={t.opensPay} another={t.anotherPay} />
    </section>
  )
}

/** Holds the content below until the look-up ends. */
const comes = ({ stage }: Link) => (stage === 'looking' ? '' : undefined)

type LeadProps = { text: (tail: string) => string; link: Link }
/** As long before the number's last digits are known as with them. */
const Lead = ({ text, link: { tail, stage } }: LeadProps) =>
  tail || stage === 'looking' ? <p className={styles.lead}>{text(tail || '••')}</p> : null
