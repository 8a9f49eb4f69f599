import { useEffect, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import styles from '../cabinet/cabinet.module.css'
import { useCabinet } from '../cabinet/cabinet.ts'
import { type Policy, shownInactive } from '../cabinet/state.ts'
import { ask } from '../http/ask.ts'
import { useLocale, useTexts } from '../texts.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Loaded, useLoading } from '../ui/loaded.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { PolicyCard } from './policy-card.tsx'
import words from './texts.ts'

/**
 * My policies: active (server active and pending) and inactive, six more at a time (specification,
 * section 4, "Policy lists").
 */
export function PoliciesTab() {
  const t = useTexts(words)
  const locale = useLocale()
  const { state, dispatch } = useCabinet()
  const [list, setList] = useState<string>('active')
  const loading = useLoading(async (signal) => (await ask('cabinetPolicies', {}, { signal })).data)
  // What came is the cabinet's, so that other tabs have it too.
  useEffect(() => {
    if (loading.value) dispatch({ type: 'policies', policies: loading.value })
  }, [loading.value, dispatch])

  const { active, inactive, inactivePerPage } = state.PERSONAL_POLICIES
  const cards = (policies: readonly Policy[]) =>
    policies.map((policy) => (
      <PolicyCard key={policy.uuid} policy={policy} onChanged={loading.again} />
    ))
  const shown = shownInactive(state)
  return (
    <Loaded loading={loading} value={active}>
      {(current) => (
        <Tabs
          label={t.which}
          selected={list}
          onSelect={setList}
          tabs={[
            {
              id: 'active',
              label: t.active(current.length),
              panel: (
                <div className={styles.stack}>
                  {current.length === 0 ? (
                    <EmptyState
                      title={inactive.length > 0 ? t.noneActive : t.empty}
                      action={
                        <LinkButton href={pathOf('ogpo-calculator', locale)}>
                          {t.calculate}
                        </LinkButton>
                      }
                    >
                      {inactive.length > 0 ? t.noneActiveText : t.emptyText}
                    </EmptyState>
                  ) : (
                    cards(current)
                  )}
                </div>
              ),
            },
            {
              id: 'inactive',
              label: t.inactive(inactive.length),
              panel: (
                <div className={styles.stack}>
                  {inactive.length === 0 ? <EmptyState title={t.emptyInactive} /> : cards(shown)}
                  {inactive.length > inactivePerPage ? (
                    <LoadMore
                      label={t.more}
                      shown={t.shown(shown.length, inactive.length)}
                      last={shown.length === inactive.length}
                      onMore={() => dispatch({ type: 'more' })}
                    />
                  ) : null}
                </div>
              ),
            },
          ]}
        />
      )}
    </Loaded>
  )
}
