import { useState } from 'react'
import { ask } from '../../http/ask.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { untilThePageIsLeft, useMutation } from '../../http/use-mutation.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Refused } from '../../ui/way-on.tsx'
import { isWebAddress } from '../../web-address.ts'
import styles from './insurance.module.css'
import type { Status } from './status.ts'
import words from './texts.ts'

/** The page of the acquirer is open, or the card was declined: the same calculation pays again. */
export function PayAgain({ status }: { status: Status }) {
  const t = useTexts(words)
  const { busy, once } = useMutation()
  const [formError, setFormError] = useState<ApiError | null>(null)
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
      (error) => setFormError(apiErrorOf(error)),
    )
  }
  return (
    <>
      {status.payment === 'rejected' ? <p>{t.rejectedText}</p> : null}
      {formError ? <Refused apiError={formError} title={formError.message || t.failed} /> : null}
      <div className={styles.ways}>
        <Button busy={busy} onClick={() => void pay()}>
          {t.payAgain(status.premium)}
        </Button>
      </div>
    </>
  )
}
