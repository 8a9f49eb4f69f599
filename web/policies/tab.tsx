import { useEffect } from 'react'
import { pathOf } from '#contract/pages.ts'
import { useCabinet } from '../cabinet/cabinet.ts'
import { type Claim, type Policy, shownInactive } from '../cabinet/state.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { apiErrorOf } from '../http/http.ts'
import { useLocale, useTexts } from '../texts.ts'
import { LinkButton } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Loaded, useLoading } from '../ui/loaded.tsx'
import { Help, Needs } from './needs.tsx'
import { OneOfMine } from './one-of-mine.tsx'
import { SmallPass } from './small-pass.tsx'
import styles from './tab.module.css'
import words from './texts.ts'

type Application = Reply<'cabinetApplications'>['data'][number]
type Waiting = { applications: Application[] | null; claims: Claim[] | null }

/**
 * My policies: what waits for the client, the passes (server active and pending), and behind one
 * line the inactive ones, six more at a time (specification, section 4, "Policy lists"). One policy
 * stands alone under its own address.
 */
export function PoliciesTab() {
  const { state, dispatch, policy: number } = useCabinet()
  const loading = useLoading(async (signal) => {
    // What waits beside the policies may fail; the passes are needed at the roadside.
    const [policies, applications, claims] = await Promise.all([
      ask('cabinetPolicies', {}, { signal }),
      ask('cabinetApplications', {}, { signal }).catch(orNothing),
      ask('claimGetClaims', {}, { signal }).catch(orNothing),
    ])
    return {
      policies: policies.data,
      applications: applications?.data ?? null,
      claims: claims?.data ?? null,
    }
  })
  // What came is the cabinet's, so that other tabs have it too.
  useEffect(() => {
    if (loading.value) dispatch({ type: 'policies', policies: loading.value.policies })
  }, [loading.value, dispatch])
  const { active, inactive } = state.PERSONAL_POLICIES
  return (
    <Loaded loading={loading} value={active}>
      {(current) =>
        number === null ? (
          <List current={[...current]} waiting={loading.value} onAgain={loading.again} />
        ) : (
          <OneOfMine
            policy={[...current, ...inactive].find(({ global_id }) => global_id === number)}
            onChanged={loading.again}
          />
        )
      }
    </Loaded>
  )
}

/** A session that is over is everybody's concern; anything else leaves this part out. */
function orNothing(error: unknown): null {
  if (apiErrorOf(error).kind === 'unauthorised') throw error
  return null
}

type ListProps = { current: Policy[]; waiting: Waiting | null; onAgain: () => void }

function List({ current, waiting, onAgain }: ListProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const { inactive } = useCabinet().state.PERSONAL_POLICIES
  return (
    <div className={styles.board}>
      {waiting ? (
        <div className={styles.needs}>
          <Needs
            policies={current}
            applications={waiting.applications}
            claims={waiting.claims}
            onAgain={onAgain}
          />
        </div>
      ) : null}
      <div className={styles.mine}>
        {current.length === 0 ? (
          <EmptyState
            title={inactive.length > 0 ? t.noneActive : t.empty}
            action={<LinkButton href={pathOf('ogpo-calculator', locale)}>{t.calculate}</LinkButton>}
          >
            {inactive.length > 0 ? t.noneActiveText : t.emptyText}
          </EmptyState>
        ) : (
          <>
            <h3>{t.active}</h3>
            {current.map((policy) => (
              <SmallPass key={policy.uuid} policy={policy} />
            ))}
          </>
        )}
        <Inactive />
      </div>
      {current.some(({ state }) => state === 'active') ? (
        <div className={styles.help}>
          <Help />
        </div>
      ) : null}
    </div>
  )
}

/** What no longer holds, behind one line. */
function Inactive() {
  const t = useTexts(words)
  const { state, dispatch } = useCabinet()
  const { inactive, inactivePerPage } = state.PERSONAL_POLICIES
  const shown = shownInactive(state)
  if (inactive.length === 0) return null
  return (
    <Disclosure title={t.inactive(inactive.length)} className={styles.inactive}>
      <div className={styles.over}>
        {shown.map((policy) => (
          <SmallPass key={policy.uuid} policy={policy} />
        ))}
        {inactive.length > inactivePerPage ? (
          <LoadMore
            label={t.more}
            shown={t.shown(shown.length, inactive.length)}
            last={shown.length === inactive.length}
            onMore={() => dispatch({ type: 'more' })}
          />
        ) : null}
      </div>
    </Disclosure>
  )
}
