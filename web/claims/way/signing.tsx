import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { Refused } from '../../ui/way-on.tsx'
import { Action } from './action.tsx'
import headWords from './head-texts.ts'
import words from './papers-texts.ts'
import type { PapersInHand } from './use-papers.ts'
import styles from './way.module.css'

/** The signature by a code from an SMS: the fourth digit signs and sends. */
export function Signing({ papers, ready }: { papers: PapersInHand; ready: boolean }) {
  const t = useTexts(words)
  const head = useTexts(headWords)
  const { made, asked, apiError, doing } = papers
  const failed = apiError ? (
    <Refused apiError={apiError} title={apiError.message || head.failed} />
  ) : null
  if (!asked || !made)
    return (
      <>
        {failed}
        {ready ? (
          <Action label={t.sign} busy={doing === 'code'} onGo={() => void papers.askCode()} />
        ) : null}
      </>
    )
  return (
    <section className={styles.group}>
      <CodeField
        name="code"
        label={t.code}
        hint={made.phone ? t.codeTo(made.phone) : undefined}
        focused
        error={papers.wrongCode}
        wrongCodes={papers.wrongCodes}
        onComplete={(code) => void papers.send(code)}
      />
      {doing === 'send' ? <RowProgress>{t.sending}</RowProgress> : null}
      {failed}
      <div>
        <Button
          variant="secondary"
          size="small"
          busy={doing === 'code'}
          onClick={() => void papers.askCode()}
        >
          {t.resend}
        </Button>
      </div>
    </section>
  )
}
