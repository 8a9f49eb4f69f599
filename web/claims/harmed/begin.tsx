import { Suspense, useRef, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { claimTokenMs } from '#domain/lifetimes.ts'
import { api } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { untilThePageIsLeft, useMutation } from '../../http/use-mutation.ts'
import { lazy } from '../../lazy.ts'
import { goTo } from '../../navigation.ts'
import { keepClaimToken } from '../../session/claim-token.ts'
import { cabinetToken } from '../../session/session.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import headWords from '../way/head-texts.ts'
import styles from '../way/page.module.css'
import { WayHead } from '../way/way-head.tsx'
import { type Against, AtFaultForm, type Found } from './at-fault-form.tsx'

/** Comes while the first question is answered. */
const Prove = lazy(() => import('./prove.tsx').then(({ Prove: part }) => ({ default: part })))

const nothing: Found = { none: null, wrong: {}, failed: null }

/**
 * The claim of somebody whom a client harmed (decision 224): whom they claim against, who they are,
 * and on into the way of every claim. Whoever is signed in proves nothing again.
 */
export function Begin() {
  const locale = useLocale()
  const head = useTexts(headWords)
  const [against, setAgainst] = useState<Against | null>(null)
  const [proving, setProving] = useState(false)
  const [found, setFound] = useState(nothing)
  // One code for as many tries as there are; and one claim, however often it is asked for.
  const proved = useRef<string | null>(null)
  const id = useRef<string | null>(null)
  const { busy, once } = useMutation()
  const begin = (of: Against, token: string) =>
    once(
      async () => {
        id.current ??= crypto.randomUUID()
        const { data } = await api('claimThirdParty', { id: id.current, ...of }, { token })
        if (!data.draft) return setFound({ ...nothing, none: { insurer: data.insurer } })
        if (data.token) keepClaimToken(data.draft, data.token, claimTokenMs)
        goTo(`${pathOf('claim', locale)}?draft=${data.draft}`)
        return untilThePageIsLeft()
      },
      (error) => {
        const apiError = apiErrorOf(error)
        if (apiError.kind !== 'invalid')
          return setFound({ ...nothing, failed: apiError.message || head.failed })
        const said = (name: string) => apiError.errors.find(({ path }) => path === name)?.message
        const [named, on] = [said('named'), said('on')]
        setFound({ ...nothing, wrong: { ...(named ? { named } : {}), ...(on ? { on } : {}) } })
      },
    )
  const goOn = (of: Against) => {
    setAgainst(of)
    setFound(nothing)
    const token = cabinetToken() ?? proved.current
    if (token) void begin(of, token)
    else setProving(true)
  }
  return (
    <div className={styles.page}>
      <WayHead
        at="what"
        plate={null}
        back={proving ? () => setProving(false) : pathOf('index', locale)}
      />
      {proving && against ? (
        <Suspense fallback={<Skeleton shape="card" />}>
          <Prove
            onProved={async (token) => {
              proved.current = token
              setProving(false)
              scrollTo({ top: 0 })
              await begin(against, token)
            }}
          />
        </Suspense>
      ) : (
        <AtFaultForm first={against} found={found} busy={busy} onAgainst={goOn} />
      )}
    </div>
  )
}
