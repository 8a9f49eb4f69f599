import { useState } from 'react'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/replies.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import type { ClientForm } from './client-form.tsx'
import { Qr } from './hand-off-dialog.tsx'
import styles from './order.module.css'
import { messageWords as words } from './texts.ts'

/** In the dialog of a message: the code for the client's phone, and how far they are. */
export function AskOnPhone({ of: { url, state, ask } }: { of: ClientForm }) {
  const t = useTexts(words)
  const { busy, once } = useMutation()
  const [formError, setFormError] = useState<string | null>(null)
  const [copied, setCopied] = useState(false)
  const begin = () =>
    once(ask, (error) => {
      const apiError = apiErrorOf(error)
      setFormError(apiError.message || (apiError.kind === 'offline' ? t.offline : t.failed))
    })
  if (!url || state === 'expired')
    return (
      <>
        {formError ? <Notice tone="error" live title={formError} /> : null}
        <Button variant="secondary" wide busy={busy} onClick={() => void begin()}>
          {t.onPhone}
        </Button>
      </>
    )
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(url)
    setCopied(true)
  }
  return (
    <div className={styles.asked}>
      <p>{t.onPhoneText}</p>
      <Qr text={url} label={t.qr} />
      <RowProgress>{state === 'seen' ? t.typing : t.waiting}</RowProgress>
      {formError ? <Notice tone="warn" live title={formError} /> : null}
      <Button
        variant="secondary"
        size="small"
        onClick={() => void copy().catch(() => setFormError(url))}
      >
        {copied ? t.copied : t.copy}
      </Button>
    </div>
  )
}
