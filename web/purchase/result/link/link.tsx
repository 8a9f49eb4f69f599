import type { ReactNode } from 'react'
import { useTexts } from '../../../texts.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { KeptOrder } from '../../state/kept-order.ts'
import { Back } from './back.tsx'
import { Confirm } from './confirm.tsx'
import styles from './link.module.css'
import words from './texts.ts'
import { useLink } from './use-link.ts'

type Props = { orderKey: string; onOpen: (own: KeptOrder) => void }

/**
 * The link of an issued policy on a strange device: the back of the pass, without name, plate or
 * number. The code sent to the order's phone turns it over.
 */
export function ShutPass({ orderKey, onOpen, notice }: Props & { notice: ReactNode }) {
  const t = useTexts(words)
  const link = useLink(orderKey, onOpen)
  return (
    <div className={styles.page}>
      <header className={styles.hello}>
        <h1>{t.title}</h1>
        <Lead text={link.tail && t.lead(link.tail)} waits={link.stage === 'looking'} />
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
    <section className={styles.card} aria-labelledby="pay-here">
      <h2 id="pay-here">{t.payTitle}</h2>
      <Lead text={link.tail && t.payLead(link.tail)} waits={link.stage === 'looking'} />
      <Confirm link={link} orderKey={orderKey} opens={t.opensPay} another={t.anotherPay} />
    </section>
  )
}

const Lead = ({ text, waits }: { text: string | null; waits: boolean }) =>
  text ? <p className={styles.lead}>{text}</p> : waits ? <Skeleton shape="title" /> : null
