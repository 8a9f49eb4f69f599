import { useEffect, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import styles from '../../cabinet/cabinet.module.css'
import { useCabinet } from '../../cabinet/cabinet.ts'
import type { Policy } from '../../cabinet/state.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { fromTo, useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DocumentIcon } from '../../ui/later-icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { plateWords } from '../../ui/plate-words.ts'
import { PolicyDocumentsSheet } from '../policy-documents-sheet.tsx'
import words from './texts.ts'

/** Documents of all policies, the newest first; each opens its bottom sheet. */
export function PolicyDocumentsTab() {
  const t = useTexts(words)
  const locale = useLocale()
  const { state, dispatch } = useCabinet()
  const [open, setOpen] = useState<Policy | null>(null)
  const loading = useReply(ask, 'cabinetPolicies', {})
  useEffect(() => {
    if (loading.value) dispatch({ type: 'policies', policies: loading.value })
  }, [loading.value, dispatch])
  const { active, inactive } = state.PERSONAL_POLICIES
  return (
    <Loaded loading={loading} value={active && [...active, ...inactive]}>
      {(list) => (
        <>
          {list.length === 0 ? (
            <EmptyState
              title={t.empty}
              action={
                <LinkButton href={pathOf('ogpo-calculator', locale)}>{t.calculate}</LinkButton>
              }
            >
              {t.emptyText}
            </EmptyState>
          ) : (
            <>
              <p className={styles.soft}>{t.lead}</p>
              <ul className={styles.rows}>
                {list.map((policy) => (
                  <li key={policy.uuid} className={styles.row}>
                    <DocumentIcon />
                    <div className={styles.words}>
                      <h3>{t.policy(policy.global_id)}</h3>
                      <p className={styles.soft}>
                        {policy.home?.address ??
                          policy.cars
                            .map(({ registrationNumber }) => plateWords(registrationNumber))
                            .join(', ')}{' '}
                        · {fromTo(locale, policy.start_date, policy.end_date)}
                      </p>
                    </div>
                    <Button
                      variant="secondary"
                      size="small"
                      onClick={() => setOpen(policy)}
                      aria-label={`${t.show}: ${policy.global_id}`}
                    >
                      {t.show}
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          )}
          <p>
            <a href={pathOf('docs', locale)}>{t.templates}</a>
          </p>
          {open ? <PolicyDocumentsSheet policy={open} onClose={() => setOpen(null)} /> : null}
        </>
      )}
    </Loaded>
  )
}
