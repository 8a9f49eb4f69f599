import { useEffect, useRef } from 'react'
import { useTexts } from '../texts.ts'
import { Button } from './button.tsx'
import styles from './load-more.module.css'
import words from './loaded-texts.ts'

type Props = {
  label: string
  /** «6 / 14 көрсетілді». */
  shown: string
  busy?: boolean | undefined
  /** The next page failed to load; the same button retries. */
  failed?: boolean | undefined
  /** Everything is shown: the count stays, and takes the focus of the removed button. */
  last?: boolean | undefined
  onMore: () => void
}

/** The rest of a long list, a page at a time, with the number shown. */
export function LoadMore({ label, shown, busy, failed, last, onMore }: Props) {
  const t = useTexts(words)
  const count = useRef<HTMLParagraphElement>(null)
  const asked = useRef(false)
  useEffect(() => {
    if (last && asked.current && document.activeElement === document.body)
      count.current?.focus({ preventScroll: true })
  }, [last])
  return (
    <div className={styles.more}>
      {last ? null : (
        <Button
          variant="secondary"
          busy={busy}
          onClick={() => {
            asked.current = true
            onMore()
          }}
        >
          {label}
        </Button>
      )}
      <p role="status" tabIndex={-1} ref={count}>
        {failed ? t.failedMore : shown}
      </p>
    </div>
  )
}
