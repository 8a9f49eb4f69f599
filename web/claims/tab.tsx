import { useEffect, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import page from '../cabinet/cabinet.module.css'
import { useCabinet } from '../cabinet/cabinet.ts'
import { ask } from '../http/ask.ts'
import { askAnew, useReply } from '../http/replies.ts'
import { useLocale, useTexts } from '../texts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PlusIcon } from '../ui/later-icons.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Notice } from '../ui/notice.tsx'
import { Begun } from './begun.tsx'
import styles from './claims.module.css'
import { type ClaimForm, newForm } from './form.ts'
import { NewClaim } from './new-claim.tsx'
import { OneClaim } from './one-claim.tsx'
import words from './texts.ts'

/** Claims: the list, each with its way and its details, and a new one. */
export function ClaimsTab() {
  const t = useTexts(words)
  const locale = useLocale()
  const [form, setForm] = useState<ClaimForm | null>(null)
  const [open, setOpen] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
  const { loading, claims: known, drafts, policies } = useClaims()
  const begin = () => {
    setForm((now) => now ?? newForm(crypto.randomUUID(), policies[0]?.global_id ?? ''))
    setOpen(true)
  }
  const report = (
    <div className={styles.entry}>
      <LinkButton icon={<PlusIcon />} href={pathOf('claim', locale)}>
        {t.report}
      </LinkButton>
      <Button variant="quiet" size="small" onClick={begin}>
        {t.ownPapers}
      </Button>
    </div>
  )
  return (
    <>
      <Loaded loading={loading} value={known}>
        {(claims) =>
          claims.length === 0 && drafts.length === 0 ? (
            <EmptyState
              title={t.empty}
              action={
                policies.length ? (
                  report
                ) : (
                  <LinkButton href={pathOf('ogpo-calculator', locale)}>{t.calculate}</LinkButton>
                )
              }
            >
              {policies.length ? t.emptyText : t.noPolicies}
            </EmptyState>
          ) : (
            <>
              {policies.length ? report : null}
              <Begun drafts={drafts} />
              <ul className={page.stack}>
                {claims.map((claim) => (
                  <OneClaim key={claim.claim_id} claim={claim} onChanged={loading.again} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {open && form ? (
        <NewClaim
          policies={policies}
          form={form}
          onForm={(change) => setForm((now) => now && change(now))}
          onClose={() => setOpen(false)}
          onSent={(number) => {
            setOpen(false)
            setForm(null)
            setSent(number)
            loading.again()
          }}
        />
      ) : null}
      <Received number={sent} onClose={() => setSent(null)} />
    </>
  )
}

/** The client's claims, and the policies that something may have happened under. */
function useClaims() {
  const { state, dispatch } = useCabinet()
  const claims = useReply(ask, 'claimGetClaims', {})
  const known = useReply(ask, 'cabinetPolicies', {})
  const begun = useReply(ask, 'claimDrafts', {})
  const isHere = claims.here && known.here && begun.here
  useEffect(() => {
    if (!isHere || !claims.value || !known.value) return
    dispatch({ type: 'claims', claims: claims.value })
    dispatch({ type: 'policies', policies: known.value })
  }, [isHere, claims.value, known.value, dispatch])
  const { active, inactive } = state.PERSONAL_POLICIES
  const policies = [...(active ?? []), ...inactive].filter(
    ({ state: now }) => now !== 'pending' && now !== 'cancelled',
  )
  const loading = {
    error: claims.error ?? known.error ?? begun.error,
    again: () => void askAnew(['claimGetClaims', 'cabinetPolicies', 'claimDrafts']),
  }
  return { loading, claims: state.PERSONAL_CLAIMS, drafts: begun.value ?? [], policies }
}

/** A claim was sent, and its number. */
function Received({ number, onClose }: { number: string | null; onClose: () => void }) {
  const t = useTexts(words)
  return (
    <Dialog
      open={number !== null}
      onClose={onClose}
      title={t.receivedTitle}
      closeLabel={t.close}
      actions={<Button onClick={onClose}>{t.done}</Button>}
    >
      <Notice tone="success" live title={t.received(number ?? '')}>
        {t.receivedText}
      </Notice>
    </Dialog>
  )
}
