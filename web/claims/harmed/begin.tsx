import { type FormEvent, Suspense, useRef, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { almatyDay, type Day } from '#domain/calendar.ts'
import { claimTokenMs } from '#domain/lifetimes.ts'
import { tabAddress } from '../../cabinet/tabs.ts'
import { api } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { untilThePageIsLeft, useMutation } from '../../http/use-mutation.ts'
import { lazy } from '../../lazy.ts'
import { goTo } from '../../navigation.ts'
import { keepClaimToken } from '../../session/claim-token.ts'
import { cabinetToken } from '../../session/session.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Refused } from '../../ui/way-on.tsx'
import { Picture } from '../../world/picture.tsx'
import { Action } from '../way/action.tsx'
import { Emergency } from '../way/emergency.tsx'
import headWords from '../way/head-texts.ts'
import styles from '../way/page.module.css'
import wayStyles from '../way/way.module.css'
import { WayHead } from '../way/way-head.tsx'
import { WhichDay } from '../way/which-day.tsx'
import harmedWords from './head-texts.ts'
import words from './texts.ts'

/** Comes while the first question is answered. */
const Prove = lazy(() => import('./prove.tsx').then(({ Prove: part }) => ({ default: part })))

const nothing: Found = { none: null, wrong: {}, failed: null }

/**
 * The claim of a third party whom a client harmed (decision 224): the client they claim against,
 * who they are, and on into the steps of every claim. A signed-in claimant proves nothing again.
 */
export function Begin() {
  const locale = useLocale()
  const head = useTexts(headWords)
  const [against, setAgainst] = useState<Against | null>(null)
  const [proving, setProving] = useState(false)
  const [found, setFound] = useState(nothing)
  // One code serves all attempts; one claim, however often it is requested.
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

type Against = { named: string; on: Day }
/** What came of the question: nothing yet, no such policy, or its fields' faults. */
type Found = {
  none: { insurer: string | null } | null
  wrong: Partial<Record<'named' | 'on', string>>
  failed: string | null
}

type Props = {
  first: Against | null
  found: Found
  busy: boolean
  onAgainst: (of: Against) => void
}

/** The first question: by what the one at fault is known, and which day it was. */
function AtFaultForm({ first, found, busy, onAgainst }: Props) {
  const t = useTexts(words)
  const head = useTexts(harmedWords)
  const [named, setNamed] = useState(first?.named ?? '')
  const [on, setOn] = useState<Day | ''>(first?.on ?? '')
  const [tried, setTried] = useState(false)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    setTried(true)
    if (!named.trim()) return document.getElementById('named')?.focus()
    if (!on) return document.getElementById('on')?.focus()
    onAgainst({ named: named.trim(), on })
  }
  return (
    <div className={wayStyles.stop}>
      <form className={wayStyles.column} onSubmit={submit} noValidate>
        <div>
          <h1>{head.title}</h1>
          <p className={wayStyles.soft}>{head.lead}</p>
        </div>
        <Emergency />
        {found.none ? <None insurer={found.none.insurer} /> : null}
        {found.failed ? <Refused title={found.failed} /> : null}
        <LimitedField
          name="named"
          label={t.named}
          hint={t.namedHint}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={30}
          defaultValue={named}
          error={found.wrong.named ?? (tried && !named.trim() ? t.namedEmpty : undefined)}
          onValue={setNamed}
        />
        <WhichDay
          on={on}
          today={almatyDay(new Date())}
          onDay={setOn}
          error={found.wrong.on ?? (tried && !on ? t.dayEmpty : undefined)}
          words={t}
        />
        <Action label={t.next} busy={busy} onGo={submit} />
      </form>
      <Aside />
    </div>
  )
}

function None({ insurer }: { insurer: string | null }) {
  const t = useTexts(words)
  return insurer ? (
    <Notice tone="warn" live title={t.elsewhere(insurer)}>
      {t.elsewhereText}
    </Notice>
  ) : (
    <Notice tone="warn" live title={t.none}>
      {t.noneText}
    </Notice>
  )
}

/** What will be needed, and the way back to a claim that is begun. */
function Aside() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <aside className={wayStyles.beside}>
      <Picture of="crash" part="both" className={wayStyles.over} />
      <div className={`${wayStyles.card} ${wayStyles.under}`}>
        <h2>{t.need}</h2>
        <ul className={wayStyles.ticks}>
          {[...t.needs, t.secret].map((line) => (
            <li key={line}>
              <CheckIcon />
              <span>{line}</span>
            </li>
          ))}
        </ul>
        <div className={wayStyles.group}>
          <p>{t.begun}</p>
          <div>
            <LinkButton
              variant="secondary"
              size="small"
              href={tabAddress(pathOf('account', locale), 'claims')}
            >
              {t.goOn}
            </LinkButton>
          </div>
        </div>
        <div className={wayStyles.group}>
          <p>
            {t.mine} {t.mineText}
          </p>
          <div>
            <LinkButton
              variant="secondary"
              size="small"
              href={`${pathOf('auto-insurance', locale)}#claim`}
            >
              {t.mineGo}
            </LinkButton>
          </div>
        </div>
      </div>
    </aside>
  )
}
