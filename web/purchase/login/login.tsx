import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useTexts } from '../../texts.ts'
import { keptTypedCar } from '../../typed-car.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StopPage } from '../way/stop-page.tsx'
import { Way } from '../way/way.tsx'
import { type AskedCode, dropAsked, keptAsked } from './asked-code.ts'
import words from './texts.ts'
import { Who } from './who.tsx'

/** The second step comes while the first is filled in. */
const code = () => import('./code.tsx')
const Code = lazy(() => code().then((module) => ({ default: module.Code })))

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
  const typed = useSyncExternalStore(unchanging, typedPlate, () => '')
  const plate = within === 'site' ? typed : ''
  useEffect(() => {
    setAsked(keptAsked())
    setAgain(new URLSearchParams(location.search).has('again'))
    code().catch(() => {}) // Asked for again when the step is drawn.
  }, [])
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
      <StopPage plate={plate} plain={within !== 'site'}>
        {again && !asked ? (
          <Notice tone="info" title={t.again}>
            {t.againText}
          </Notice>
        ) : null}
        {asked ? (
          <Suspense fallback={<Skeleton shape="card" />}>
            <Code asked={asked} onResent={setAsked} onProved={onProved} onChange={change} />
          </Suspense>
        ) : (
          <Who known={who} plate={plate} onAsked={setAsked} />
        )}
      </StopPage>
    </>
  )
}

/** Nobody else types in this tab while the page stands. */
const unchanging = () => () => {}
const typedPlate = (): string => keptTypedCar()?.plate ?? ''
