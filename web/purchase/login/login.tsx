import { useEffect, useState } from 'react'
import { come } from '../../lazy.ts'
import { useTexts } from '../../texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StopPage } from '../way/stop-page.tsx'
import { useTypedPlate, Way } from '../way/way.tsx'
import { type AskedCode, dropAsked, keptAsked } from './asked-code.ts'
import { IdentityForm } from './identity-form.tsx'
import words from './texts.ts'

type Step = typeof import('./code.tsx').Code

type LoginProps = {
  /** What is known already; it can be corrected. */
  known?: { iin: string; phone: string }
  /** Called with the token before the browser goes on; throws what stops it. */
  onProved?: (token: string) => Promise<void>
  /** Whose frame stands around it; the site's own page has back and call above the road. */
  within?: 'site' | 'partner'
}

/**
 * Who buys, in whichever flow: IIN and phone, then the code from the SMS. Leads back to the calculator
 * with the query it came with.
 */
export function Login({ known, onProved, within = 'site' }: LoginProps) {
  const t = useTexts(words)
  const [who, setWho] = useState(known)
  const [asked, setAsked] = useState<AskedCode | null>(null)
  const [again, setAgain] = useState(false)
  const typed = useTypedPlate()
  const plate = (within === 'site' && typed) || ''
  // The second step comes while the first is filled in. React's `lazy` would hold what is there
  // already back for 300 ms.
  const [Code, setCode] = useState<Step>()
  useEffect(() => {
    setAsked(keptAsked())
    setAgain(new URLSearchParams(location.search).has('again'))
  }, [])
  // What did not come is asked for again, and when it is needed until it is there.
  useEffect(() => {
    const load = async () => (await import('./code.tsx')).Code
    void (asked ? come(load) : load()).then(
      (step) => setCode(() => step),
      () => {},
    )
  }, [asked]) // oxlint-disable-line react/exhaustive-deps
  const change = (): void => {
    if (asked) setWho({ iin: asked.iin, phone: asked.phone })
    dropAsked()
    setAsked(null)
  }
  return (
    <>
      <Way
        at={asked ? 'code' : 'person'}
        back={asked ? change : undefined}
        bar={within === 'site'}
      />
      <StopPage plate={typed} plain={within !== 'site'}>
        {again && !asked ? (
          <Notice tone="info" title={t.again}>
            {t.againText}
          </Notice>
        ) : null}
        {asked ? (
          Code ? (
            <Code asked={asked} onResent={setAsked} onProved={onProved} onChange={change} />
          ) : (
            <Skeleton shape="card" />
          )
        ) : (
          <IdentityForm known={who} plate={plate} onAsked={setAsked} />
        )}
      </StopPage>
    </>
  )
}
