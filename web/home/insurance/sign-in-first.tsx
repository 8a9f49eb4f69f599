import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SignInConsent, useSignIn } from '../sign-in.tsx'
import signInWords from '../sign-in-texts.ts'
import styles from './insurance.module.css'
import words from './texts.ts'

/** In place of an order: whose it is, we do not know yet. */
export function SignInFirst() {
  const t = useTexts(words)
  const s = useTexts(signInWords)
  const { egov, cabinet } = useSignIn('egov-home-insurance')
  return (
    <Notice
      tone="info"
      title={t.signIn}
      action={
        <div className={styles.ways}>
          <Button onClick={egov}>{s.egov}</Button>
          <Button variant="secondary" onClick={cabinet}>
            {s.cabinet}
          </Button>
          <SignInConsent />
        </div>
      }
    >
      {t.signInText}
    </Notice>
  )
}
