import { staffClaimStates } from '#texts/states.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { DenseTable } from '../../ui/dense-table.tsx'
import { refusedWords } from '../desk-texts.ts'
import { RefusedList } from '../refused.tsx'
import styles from './card.module.css'
import type { ClientPart, StaffClient } from './client.ts'
import { Money } from './client-money.tsx'
import { Orders } from './client-orders.tsx'
import { Policies } from './client-policies.tsx'
import { DeskLink } from './desk-link.tsx'
import { Part } from './part.tsx'
import clientWords, { cardWords as words } from './texts.ts'

/** What the client has and had, table by table. */
export function ClientTables({ client, onDone }: ClientPart) {
  return (
    <>
      <Policies of={client.policies} />
      <Orders client={client} onDone={onDone} />
      {client.refused.length > 0 ? <Refused of={client.refused} /> : null}
      <Money client={client} />
      <Claims of={client.claims} />
    </>
  )
}

function Refused({ of }: { of: StaffClient['refused'] }) {
  const { title } = useTexts(refusedWords)
  return (
    <Part title={title} count={of.length}>
      <RefusedList rows={of} className={styles.refused} />
    </Part>
  )
}

function Claims({ of }: { of: StaffClient['claims'] }) {
  const t = useTexts(words)
  const { claims } = useTexts(clientWords)
  const states: Record<string, string> = staffClaimStates[useLocale()]
  return (
    <Part title={claims} count={of.length}>
      <DenseTable
        caption={claims}
        height="dense"
        rows={of}
        keyOf={({ claim_id }) => claim_id}
        columns={[
          {
            key: 'claim',
            title: t.columns.claim,
            cell: ({ claim_id }) => <DeskLink to="claim" id={claim_id} text={claim_id} />,
          },
          {
            key: 'state',
            title: t.columns.state,
            cell: ({ state }) => states[state] ?? state,
          },
          {
            key: 'damage',
            title: t.columns.damage,
            grows: true,
            from: 600,
            cell: ({ damage_type }) => damage_type,
          },
          { key: 'when', title: t.columns.when, number: true, cell: ({ at }) => almatyTime(at) },
        ]}
      />
    </Part>
  )
}
