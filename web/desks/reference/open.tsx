import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import signed from '../signatures/signatures.module.css'
import { type Signature, Signing } from '../signatures/signing.tsx'
import { Effect } from './effect.tsx'
import { changedBy, type Proposal, useNames } from './proposals.ts'
import styles from './reference.module.css'
import type { AtKind } from './reference.ts'
import words from './texts.ts'
import { useShown, useSince } from './values.ts'

/** Proposals that wait for a second person: old and new values, effect, two signature lines. */
export function Open(at: AtKind) {
  const t = useTexts(words)
  if (at.reference.open.length === 0) return null
  return (
    <aside
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard too
      tabIndex={0}
      className={styles.side}
      aria-label={t.open}
    >
      {at.reference.open.map((proposal) => (
        <section key={proposal.id} className={classNames(styles.proposal, signed.card)}>
          <One proposal={proposal} at={at} />
        </section>
      ))}
    </aside>
  )
}

function One({ proposal, at }: { proposal: Proposal; at: AtKind }) {
  const t = useTexts(words)
  const nameOf = useNames(at)
  const since = useSince()
  const shown = useShown(at)
  const { before, values, action, mine } = proposal
  const effect = at.effects.get(proposal.id)
  const changed = changedBy(proposal)
  const same = Object.keys(values).length - changed.length
  return (
    <>
      <div className={styles.head}>
        <h2>{nameOf(proposal)}</h2>
        <Chip tone="now">{mine || !at.administrator ? t.waitsOther : t.waitsYou}</Chip>
      </div>
      <p>
        {since(proposal)}
        {before === null ? ` · ${t.newRow}` : action === 'end' ? ` · ${t.ended}` : ''}
        {proposal.reverts ? ` · ${t.reverts}` : ''}
      </p>
      <p className={styles.reason}>{proposal.reason}</p>
      <dl className={styles.changes}>
        {changed.map((name) => (
          <div key={name}>
            <dt>{t.fields[name] ?? name}</dt>
            <dd>
              {before ? <del>{shown(before[name], name)}</del> : null}
              <ins>{shown(values[name], name)}</ins>
            </dd>
          </div>
        ))}
        {before && same > 0 && action === 'set' ? (
          <div>
            <dt>{t.others(same)}</dt>
            <dd>{t.unchanged}</dd>
          </div>
        ) : null}
      </dl>
      {effect ? <Effect of={effect} from={proposal.from} /> : null}
      {mine ? (
        <p className={styles.soft}>{t.mine}</p>
      ) : at.administrator ? null : (
        <p className={styles.soft}>{t.waits}</p>
      )}
      <Signing
        signature={signatureOf(proposal)}
        maySign={at.administrator}
        holds={false}
        label={t.approve}
        sign={() => ask('referenceApprove', { id: proposal.id })}
        refuse={(note) => ask('referenceReject', { id: proposal.id, note })}
        withdraw={() => ask('referenceReject', { id: proposal.id, note: t.withdraw })}
        onDone={at.onDone}
      />
    </>
  )
}

/** A proposal that waits, as the two lines show it. */
const signatureOf = ({ id, reason, mine, by, at }: Proposal): Signature => ({
  id,
  state: 'waiting',
  reason,
  mine,
  asked_by: by,
  asked_at: at,
  decided_by: null,
  decided_at: null,
  note: '',
  held: null,
})
