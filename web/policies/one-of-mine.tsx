import type { MouseEvent } from 'react'
import { pathOf } from '#contract/pages.ts'
import { useCabinet } from '../cabinet/cabinet.ts'
import type { Policy } from '../cabinet/state.ts'
import shell from '../cabinet/texts.ts'
import { ask } from '../http/ask.ts'
import { useReply } from '../http/replies.ts'
import { useLocale, useTexts } from '../texts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { BackIcon } from '../ui/icons.tsx'
import { Loaded, OnItsWay } from '../ui/loaded.tsx'
import { useWallets } from '../wallet/wallet.tsx'
import { Help } from './needs.tsx'
import words from './one-of-mine-texts.ts'
import { Parts } from './parts.tsx'
import { inWallets, PolicyCard } from './policy-card.tsx'
import styles from './tab.module.css'

type Props = { policy: Policy | undefined; onChanged: () => void }

/** One policy of the client, whole: its pass, what may be done, drivers, money and history. */
export function OneOfMine({ policy, onChanged }: Props) {
  const t = useTexts(words)
  const { tabs } = useTexts(shell)
  const locale = useLocale()
  const { openPolicy } = useCabinet()
  const back = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openPolicy(null)
  }
  return (
    <div className={styles.one}>
      <a className={styles.back} href={pathOf('account', locale)} onClick={back}>
        <BackIcon />
        {tabs.policies}
      </a>
      {policy ? (
        <Whole key={policy.global_id} policy={policy} onChanged={onChanged} />
      ) : (
        <EmptyState title={t.unknown}>{t.unknownText}</EmptyState>
      )}
    </div>
  )
}

/** What stands below the pass comes with all that the pass has: nothing pushes it down. */
function Whole({ policy, onChanged }: { policy: Policy; onChanged: () => void }) {
  const loading = useReply(ask, 'cabinetPolicy', { globalId: policy.global_id })
  const mayBeCarried =
    inWallets[policy.policy_type] && (policy.state === 'pending' || policy.state === 'active')
  const wallets = useWallets(mayBeCarried ? policy.global_id : undefined, walletsOfMine)
  const here = (loading.value || loading.error) && (!mayBeCarried || wallets !== undefined)
  const changed = () => {
    onChanged()
    loading.again()
  }
  const checkUrl = loading.value?.check_url ?? (loading.error ? null : undefined)
  return (
    <div className={styles.sides}>
      <PolicyCard
        policy={policy}
        checkUrl={checkUrl}
        wallets={here ? (wallets ?? null) : undefined}
        onChanged={changed}
      />
      {here ? (
        <div className={styles.beside}>
          {policy.state === 'active' ? <Help /> : null}
          <Loaded loading={loading} value={loading.value}>
            {(of) => <Parts of={of} policy={policy} />}
          </Loaded>
        </div>
      ) : (
        <OnItsWay />
      )}
    </div>
  )
}

const walletsOfMine = (globalId: string, signal: AbortSignal) =>
  ask('ogpoWallets', { globalId }, { signal })
