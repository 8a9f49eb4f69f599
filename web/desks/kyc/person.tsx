import { useState } from 'react'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { Facts } from '../../ui/facts.tsx'
import { useFocusKept } from '../../ui/focus-kept.ts'
import { CheckIcon, ErrorIcon } from '../../ui/icons.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Decision, DecisionDialog } from './decision-dialog.tsx'
import { Match } from './match.tsx'
import words from './texts.ts'

type Status = Reply<'kycStatus'>['data']

/** One person: blocked or not, why, what the lists say, what was decided before. */
export function Person({ iin, onDecided }: { iin: string; onDecided: () => void }) {
  const loading = useLoading(async (signal) => (await ask('kycStatus', { iin }, { signal })).data)
  const [decision, setDecision] = useState<Decision | null>(null)
  return (
    <Loaded loading={loading} value={loading.value}>
      {(status) => (
        <>
          <Found iin={iin} status={status} onDecide={setDecision} />
          <Typed status={status} />
          <Matches status={status} />
          <History status={status} />
          <DecisionDialog
            iin={iin}
            decision={decision}
            onClose={() => setDecision(null)}
            onDone={() => {
              setDecision(null)
              loading.again()
              onDecided()
            }}
          />
        </>
      )}
    </Loaded>
  )
}

function Found({
  iin,
  status,
  onDecide,
}: {
  iin: string
  status: Status
  onDecide: (decision: Decision) => void
}) {
  const t = useTexts(words).person
  const locale = useLocale()
  const { person, status: state, reason, compared } = status
  const name = person
    ? [person.surname, person.name, person.patronymic].filter(Boolean).join(' ')
    : t.unknown
  const blocked = state === 'blocked'
  const heading = useFocusKept(status)
  return (
    <Card>
      <div className={parts.stack} role="status">
        <div className={parts.head}>
          <h2 ref={heading} tabIndex={-1}>
            {name}
          </h2>
          <Chip tone={blocked ? 'bad' : 'good'} icon={blocked ? <ErrorIcon /> : <CheckIcon />}>
            {blocked ? t.blocked : status.history.length > 0 ? t.freed : t.unblocked}
          </Chip>
          {status.to_decide ? <Chip tone="now">{t.toDecide}</Chip> : null}
        </div>
        {compared === 'iin_only' ? <Notice tone="info" title={t.iinOnly} /> : null}
        {compared === 'lists_too_old' ? <Notice tone="warn" title={t.tooOld} /> : null}
        <Facts
          facts={[
            { label: t.iin, value: iin },
            ...(person ? [{ label: t.birth, value: longDate(locale, person.birthDate) }] : []),
            { label: t.policies, value: status.policies_in_force },
            ...(status.screenedAt
              ? [{ label: t.screened, value: almatyTime(status.screenedAt) }]
              : []),
            ...(blocked || reason ? [{ label: t.reason, value: reason ?? t.noReason }] : []),
          ]}
        />
        {blocked ? (
          <div className={parts.actions}>
            <Button onClick={() => onDecide('unblock')}>{t.unblock}</Button>
            {status.to_decide ? (
              <Button variant="secondary" onClick={() => onDecide('keep')}>
                {t.keep}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
    </Card>
  )
}

/** What was typed by hand while the register was silent: staff prove it before the sale goes on. */
function Typed({ status: { typed } }: { status: Status }) {
  const t = useTexts(words).person
  const locale = useLocale()
  if (!typed) return null
  const { document } = typed
  return (
    <Card title={t.typed}>
      <div className={parts.stack}>
        <p className={parts.soft}>{t.typedText}</p>
        <Facts
          facts={[
            {
              label: t.typedName,
              value: [typed.surname, typed.name, typed.patronymic].filter(Boolean).join(' '),
            },
            { label: t.birth, value: longDate(locale, typed.birthDate) },
            ...(document
              ? [
                  {
                    label: t.document,
                    value: [document.number, document.issuer].filter(Boolean).join(', '),
                  },
                ]
              : []),
            ...(document?.issueDate
              ? [{ label: t.issued, value: longDate(locale, document.issueDate) }]
              : []),
            { label: t.typedAt, value: almatyTime(typed.at) },
          ]}
        />
      </div>
    </Card>
  )
}

function Matches({ status }: { status: Status }) {
  const t = useTexts(words).person
  const cleared =
    status.status === 'unblocked' && status.history.some(({ event }) => event === 'unblocked')
  return (
    <Card title={t.matches}>
      {status.matches.length === 0 ? <p className={parts.soft}>{t.noMatches}</p> : null}
      <div className={parts.stack}>
        {status.matches.map((match) => (
          <Match
            key={`${match.list} ${match.entry}`}
            match={match}
            person={status.person}
            cleared={cleared}
          />
        ))}
      </div>
    </Card>
  )
}

function History({ status: { history } }: { status: Status }) {
  const t = useTexts(words)
  return (
    <Card title={t.person.history}>
      {history.length === 0 ? <p className={parts.soft}>{t.person.noHistory}</p> : null}
      <ol className={parts.lines}>
        {history.map((event) => (
          <li key={`${event.at} ${event.event}`}>
            <strong>{t.events[event.event]}</strong>
            {event.reason ? <span>{event.reason}</span> : null}
            <span className={parts.soft}>
              {almatyTime(event.at)}, {event.by ?? t.program}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
