import { useState } from 'react'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import { untilThePageIsLeft, useMutation } from '../../http/use-mutation.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isWebAddress } from '../../web-address.ts'
import styles from './insurance.module.css'
import type { Status } from './status.ts'
import words from './texts.ts'

/** The page of the acquirer is open, or the card was declined: the same calculation pays again. */
export function PayAgain({ status }: { status: Status }) {
  const t = useTexts(words)
  const { busy, once } = useMutation()
  const [formError, setFormError] = useState<string | null>(null)
  const pay = async () => {
    setFormError(null)
    await once(
      async () => {
        const { data } = await ask('homeOrder', {
          calculationId: status.calculationId,
          pay: { system: 'card' },
        })
        if (data.redirect_url && isWebAddress(data.redirect_url)) location.assign(data.redirect_url)
        else location.reload()
        return untilThePageIsLeft()
      },
      (error) => setFormError(apiErrorOf(error).message || t.failed),
    )
  }
  return (
    <>
      {status.payment === 'rejected' ? <p>{t.rejectedText}</p> : null}
      {formError ? <Notice tone="error" title={formError} live /> : null}
      <div className={styles.ways}>
        <Button busy={busy} onClick={() => void pay()}>
          {t.payAgain(status.premium)}
        </Button>
      </div>
    </>
  )
}
