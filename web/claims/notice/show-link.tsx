import { Suspense, useState } from 'react'
import { formatTime } from '#domain/calendar.ts'
import { lazy } from '../../lazy.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice as Told } from '../../ui/notice.tsx'
import styles from './notice.module.css'
import words from './texts.ts'
import type { NoticeInHand } from './use-notice.ts'

const Qr = lazy(() => import('../../ui/qr.tsx').then(({ Qr: part }) => ({ default: part })))

/** The link as a QR code and to be sent; once it is over, a new one. */
export function ShowLink({ hand, draft }: { hand: NoticeInHand; draft: string }) {
  const t = useTexts(words)
  const [copied, setCopied] = useState(false)
  const { link } = hand.notice
  const renew = (
    <Button
      variant="secondary"
      size="small"
      busy={hand.doing === 'renew'}
      onClick={() => void hand.renew(draft, false)}
    >
      {t.renew}
    </Button>
  )
  if (!link)
    return (
      <Told tone="warn" live title={t.over} action={renew}>
        {t.overText}
      </Told>
    )
  const until = formatTime(new Date(link.until))
  const share = async () => {
    if (navigator.share) return navigator.share({ url: link.url }).catch(() => {})
    await navigator.clipboard.writeText(link.url)
    setCopied(true)
  }
  return (
    <section className={styles.show}>
      <h2>{t.showTitle}</h2>
      <p>{t.showText}</p>
      <Suspense fallback={null}>
        <Qr text={link.url} label={t.qr} className={styles.qr} />
      </Suspense>
      <p>{t.until(until)}</p>
      <Button variant="secondary" size="small" onClick={() => void share()}>
        {t.share}
      </Button>
      {copied ? <p role="status">{t.copied}</p> : null}
    </section>
  )
}
