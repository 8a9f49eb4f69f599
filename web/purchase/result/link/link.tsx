import type { ReactNode } from 'react'
import { useTexts } from '../../../texts.ts'
import type { KeptOrder } from '../../state/kept-order.ts'
import { Back } from './back.tsx'
import { Confirm } from './confirm.tsx'
import styles from './link.module.css'
import words from './texts.ts'
import { useLink } from './use-link.ts'

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

/** What stands below it waits for what is found. */
const comes = ({ stage }: Link) => (stage === 'looking' ? '' : undefined)

type LeadProps = { text: (tail: string) => string; link: Link }
/** As long before the number's last digits are known as with them. */
const Lead = ({ text, link: { tail, stage } }: LeadProps) =>
  tail || stage === 'looking' ? <p className={styles.lead}>{text(tail || '••')}</p> : null
