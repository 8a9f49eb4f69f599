import type { SentWay } from '#domain/payment-ways.ts'
import wayWords from '../../sale/way-texts.ts'
import { useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { isWebAddress } from '../../web-address.ts'
import styles from './order.module.css'
import words from './order-texts.ts'

/** The page where the client pays: opened here, or its address sent to them. */
export function PayLink({ way, address }: { way: SentWay; address: string }) {
  const t = useTexts(words)
  const { page } = useTexts(wayWords)[way]
  const say = useToast()
  if (page === null || !isWebAddress(address)) return null
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address)
      say({ text: t.linkCopied, tone: 'good' })
    } catch {
      say({ text: t.failed, tone: 'bad' })
    }
  }
  return (
    <section className={styles.again} aria-label={page}>
      <LinkButton external size="small" variant="secondary" href={address}>
        {page}
      </LinkButton>
      <Button variant="quiet" size="small" onClick={() => void copy()}>
        {t.copyLink}
      </Button>
    </section>
  )
}
