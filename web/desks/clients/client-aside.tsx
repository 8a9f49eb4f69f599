import { pathOf } from '#contract/pages.ts'
import { almatyDay, isDay, numericDay } from '#domain/calendar.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import styles from './card.module.css'
import type { ClientPart, StaffClient } from './client.ts'
import { Notes } from './notes.tsx'
import { Lines } from './part.tsx'
import clientWords, { cardWords as words } from './texts.ts'

/** What was agreed, who looked, what was talked about and what was sent. */
export function ClientAside({ client, onDone }: ClientPart) {
  return (
    <>
      <Consents of={client.consents} />
      <Looks of={client.looks} account={client.account_id} />
      <Notes client={client} onDone={onDone} />
      <Messages of={client.messages} />
    </>
  )
}

const dayOf = (instant: string) => numericDay(almatyDay(new Date(instant)))

function Consents({ of }: { of: StaffClient['consents'] }) {
  const t = useTexts(words)
  const c = useTexts(clientWords)
  return (
    <Lines
      title={t.consents}
      lines={of.slice(0, 5).map((consent) => ({
        key: consent.id,
        what: <b>{c.consentKinds[consent.kind] ?? consent.kind}</b>,
        when: c.consentStates[consent.state] ?? consent.state,
        below: [
          almatyTime(consent.at),
          // Most versions are named by their day.
          t.version(
            isDay(consent.text_version) ? numericDay(consent.text_version) : consent.text_version,
          ),
          consent.valid_until ? t.until(dayOf(consent.valid_until)) : '',
        ]
          .filter(Boolean)
          .join(', '),
      }))}
    />
  )
}

function Looks({ of, account }: { of: StaffClient['looks']; account: string }) {
  const t = useTexts(words).looks
  const locale = useLocale()
  return (
    <Lines
      title={t.title}
      link={<a href={`${pathOf('staff-audit', locale)}?object=${account}`}>{t.log}</a>}
      lines={of.slice(0, 8).map((look) => ({
        key: `${look.name} ${look.at}`,
        what: look.role === 'promoter' ? `${look.name}, ${t.promoter}` : look.name || '–',
        when: almatyTime(look.at),
        below: look.saw.map((one) => t.saw[one]).join(', '),
      }))}
    >
      <p className={styles.soft}>{t.same}</p>
    </Lines>
  )
}

function Messages({ of }: { of: StaffClient['messages'] }) {
  const t = useTexts(words)
  const c = useTexts(clientWords)
  return (
    <Lines
      title={t.messages}
      lines={of.slice(0, 12).map((message) => ({
        key: message.id,
        what: `${c.kinds[message.kind]}: ${c.purposes[message.purpose] ?? c.otherMessage}`,
        when: message.sent_at ? (
          almatyTime(message.sent_at)
        ) : (
          <span className={styles.unsent}>{c.notSent}</span>
        ),
      }))}
    />
  )
}
