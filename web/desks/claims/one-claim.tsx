import { pathOf } from '#contract/pages.ts'
import claimWords from '../../claims/texts.ts'
import { ask } from '../../http/ask.ts'
import { fromTo, longDate, useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Card } from '../../ui/card.tsx'
import parts from '../../ui/desk-parts.module.css'
import { Facts } from '../../ui/facts.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'
import type { ClaimPart, StaffClaim } from './claim.ts'
import { Damage } from './damage.tsx'
import { Decision } from './decision.tsx'
import { Documents } from './documents.tsx'
import { DeadlineMark, StateMark } from './marks.tsx'
import { Messages } from './messages.tsx'
import { Report } from './report.tsx'
import { Requests } from './requests.tsx'
import words from './texts.ts'

/** One claim: documents on one side, what can be done on the other, below who did what. */
export function OneClaim() {
  const id = useQuery().get('claim') ?? ''
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useLoading(
    async (signal) => (await ask('staffClaim', { claim_id: id }, { signal })).data,
  )
  return (
    <>
      <a className={parts.back} href={pathOf('staff-claims', locale)}>
        <BackIcon />
        {t.back}
      </a>
      <Loaded loading={loading} value={loading.value}>
        {(claim) => <Parts claim={claim} onDone={loading.again} />}
      </Loaded>
    </>
  )
}

function Parts({ claim, onDone }: ClaimPart) {
  return (
    <>
      <div className={parts.head}>
        <h2>{claim.claim_number}</h2>
        <StateMark state={claim.status} />
        {claim.deadlines.map((deadline) => (
          <DeadlineMark key={deadline.kind} deadline={deadline} />
        ))}
      </div>
      <Decision claim={claim} onDone={onDone} />
      <div className={parts.columns}>
        <About claim={claim} />
        <div className={parts.stack}>
          <Documents claim={claim} />
          <Report claim={claim} onDone={onDone} />
          <Messages claim={claim} onDone={onDone} />
        </div>
        <div className={parts.stack}>
          <Requests claim={claim} onDone={onDone} />
          <Damage key={claim.damage_type} claim={claim} onDone={onDone} />
          <History claim={claim} />
        </div>
      </div>
    </>
  )
}

function About({ claim }: { claim: StaffClaim }) {
  const t = useTexts(words)
  const of = useTexts(claimWords)
  const locale = useLocale()
  return (
    <Card title={t.client}>
      <Facts
        facts={[
          { label: t.client, value: claim.client.name },
          { label: t.iin, value: claim.client.iin },
          {
            label: t.phone,
            value: claim.client.phone ? (
              <a href={`tel:+${claim.client.phone}`}>+{claim.client.phone}</a>
            ) : (
              '–'
            ),
          },
          { label: t.policy, value: claim.global_id },
          { label: t.period, value: fromTo(locale, claim.period.start, claim.period.end) },
          claim.property_address
            ? { label: t.address, value: claim.property_address }
            : { label: t.car, value: claim.plates.join(', ') || '–' },
          { label: t.sent, value: longDate(locale, claim.claim_date) },
          { label: t.case, value: of.cases[claim.claim_case].label },
          { label: t.role, value: of.statuses[claim.claim_status] },
        ]}
      />
      <a
        className={parts.back}
        href={`${pathOf('staff-clients', locale)}?client=${claim.account_id}`}
      >
        {t.clientPage}
      </a>
    </Card>
  )
}

function History({ claim }: { claim: StaffClaim }) {
  const t = useTexts(words)
  const slots: Record<string, string> = useTexts(claimWords).slots
  return (
    <Card title={t.history}>
      <ol className={parts.lines}>
        {claim.events.map((event) => (
          <li key={event.id}>
            <span>
              {t.events[event.what] ?? event.what}
              {event.note ? `: ${slots[event.note] ?? event.note}` : ''}
            </span>
            <span className={parts.soft}>
              {almatyTime(event.at)},{' '}
              {event.by.kind === 'client'
                ? t.byClient
                : event.by.kind === 'scanner'
                  ? t.byScanner
                  : event.by.name}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
