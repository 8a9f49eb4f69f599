import { useState } from 'react'
import { ResendCode } from '../../../dialogs/resend.tsx'
import type { ApiError } from '../../../http/http.ts'
import { useTexts } from '../../../texts.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/code-field.tsx'
import { MessageIcon } from '../../../ui/icons.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RowProgress } from '../../../ui/spinner.tsx'
import { useSmsCode } from '../../login/sms-code.ts'
import styles from './link.module.css'
import words from './texts.ts'
import { codeField, type Link, placeOf } from './use-link.ts'

type Props = {
  link: Link
  orderKey: string
  /** What a right code opens. */
  opens: string
  /** For somebody whose phone it is not. */
  another: string
}

/** One button that sends the code, then the code itself. */
export function Confirm({ link, orderKey, opens, another }: Props) {
  const t = useTexts(words)
  const { stage, doing, apiError } = link
  if (stage === 'gone') return <p className={styles.note}>{t.gone}</p>
  const problem = apiError ? (
    <Notice
      tone={apiError.kind === 'refused' ? 'error' : 'warn'}
      live
      title={saidOf(apiError, t)}
      action={
        stage === 'looking' ? (
          <Button variant="secondary" size="small" onClick={link.again}>
            {t.retry}
          </Button>
        ) : undefined
      }
    />
  ) : null
  if (stage === 'looking') return problem
  if (stage === 'ask')
    return (
      <>
        {problem}
        <p className={styles.note}>{another}</p>
        <div className={styles.act}>
          <Button icon={<MessageIcon />} busy={doing === 'send'} onClick={() => void link.send()}>
            {t.send}
          </Button>
        </div>
      </>
    )
  return (
    <>
      <Code link={link} />
      {doing === 'check' ? <RowProgress>{t.checking}</RowProgress> : null}
      {problem}
      <div className={styles.note}>
        <p>{opens}</p>
        <ResendCode place={placeOf(orderKey)} onResend={link.send} />
      </div>
    </>
  )
}

/** Typed, or handed over by the browser, as at the sign-in of a purchase. */
function Code({ link }: Pick<Props, 'link'>) {
  const t = useTexts(words)
  const [given, setGiven] = useState<string | undefined>()
  useSmsCode(link.sent, setGiven)
  return (
    <CodeField
      name={codeField}
      label={t.code}
      given={given}
      error={link.wrong}
      wrongCodes={link.wrongCodes}
      disabled={link.doing === 'check'}
      onComplete={(code) => void link.check(code)}
    />
  )
}

function saidOf(apiError: ApiError, t: (typeof words)['kz']): string {
  if (apiError.kind === 'offline') return t.offline
  return apiError.message || t.failed
}
