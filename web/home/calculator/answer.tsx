import type { ApiError } from '../../http/http.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Refused } from '../../ui/way-on.tsx'
import type { HomePlan } from '../plans/plans.ts'
import { Agreement, type Tick } from './agreement.tsx'
import words from './agreement-texts.ts'
import type { Quoted } from './quoted.ts'

type Props = {
  quoted: Quoted
  plan: HomePlan
  again: () => void
  tick: Tick
  /** Why the payment could not be begun. */
  failed: ApiError | null
  payAgain: () => void
}

/** What is agreed to, or why there are no terms yet, with what can be done. */
export function Answer({ quoted, plan, again, tick, failed, payAgain }: Props) {
  const t = useTexts(words)
  const retry = <Button onClick={again}>{t.retry}</Button>
  if (quoted.is === 'asked' && quoted.goesOn)
    return (
      <Notice tone="info" live title={t.goesOn}>
        {t.goesOnText}
      </Notice>
    )
  if (quoted.is === 'refused')
    return (
      <Refused apiError={{ ...quoted, kind: 'refused' }} title={t.refused} acts={{ again }}>
        {quoted.message}
      </Refused>
    )
  if (quoted.is === 'failed')
    return (
      <Notice tone="warn" live title={t.notCalculated} action={retry}>
        {t.notCalculatedText}
      </Notice>
    )
  return (
    <>
      <Agreement quote={quoted.is === 'quote' ? quoted.quote : null} plan={plan} tick={tick} />
      {failed ? (
        <Refused
          apiError={failed}
          title={failed.message || t.payFailed}
          acts={{ again: payAgain }}
        />
      ) : null}
    </>
  )
}
