import { useState } from 'react'
import { almatyDay } from '#domain/calendar.ts'
import { ConfirmDialog } from '../../dialogs/confirm.tsx'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation, useReply } from '../../http/replies.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { longMoment } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChevronIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useToast } from '../../ui/toast.tsx'
import page from '../cabinet.module.css'
import shell from '../texts.ts'
import words from './texts.ts'

/** Consents given, by which channel and till when; each can be withdrawn. */
export function Consents() {
  const t = useTexts(words)
  const { unavailable } = useTexts(shell)
  const say = useToast()
  const [asked, setAsked] = useState<string | null>(null)
  const { busy, once } = useMutation('myConsents')
  const loading = useReply(ask, 'myConsents', {})
  const withdraw = async (id: string) => {
    await once(
      async () => {
        await ask('withdrawConsent', { id })
        say({ text: t.withdrawnToast, tone: 'good' })
      },
      (error) =>
        say({ text: apiErrorOf(error).message || unavailable, tone: 'bad', kind: 'snackbar' }),
    )
    setAsked(null)
  }
  return (
    <Card title={t.consents}>
      <p className={page.soft}>{t.consentsText}</p>
      <Loaded loading={loading} value={loading.value}>
        {(list) =>
          list.length === 0 ? (
            <p className={page.gap}>{t.noConsents}</p>
          ) : (
            <ul>
              {list.map((consent) => (
                <OneConsent
                  key={consent.id}
                  consent={consent}
                  onWithdraw={() => setAsked(consent.id)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ConfirmDialog
        open={asked !== null}
        danger
        title={t.withdrawTitle}
        text={t.withdrawText}
        yes={t.withdrawYes}
        no={t.withdrawNo}
        busy={busy}
        onYes={() => asked && void withdraw(asked)}
        onNo={() => setAsked(null)}
      />
    </Card>
  )
}

type Consent = Reply<'myConsents'>['data'][number]

/** One consent: since when and till when, to whom, and when it was used. */
function OneConsent({ consent, onWithdraw }: { consent: Consent; onWithdraw: () => void }) {
  const t = useTexts(words)
  const locale = useLocale()
  const day = (instant: string) => longDate(locale, almatyDay(new Date(instant)))
  const kinds: Record<string, string> = t.consentKinds
  const channels: Record<string, string> = t.channels
  const kind = kinds[consent.kind] ?? consent.kind
  return (
    <li className={page.row}>
      <div className={page.words}>
        <h3>{kind}</h3>
        <p className={page.soft}>
          {t.given}: {day(consent.givenAt)} · {channels[consent.channel] ?? consent.channel} ·{' '}
          {consent.withdrawnAt
            ? `${t.withdrawn}: ${day(consent.withdrawnAt)}`
            : `${t.until}: ${day(consent.validUntil)}`}
        </p>
        <p className={page.soft}>
          {t.to(
            consent.self ? t.toUs : consent.askedBy ? t.toBuyer(consent.askedBy) : t.toSomebody,
          )}
        </p>
        {consent.usedAt.length === 0 ? (
          <p className={page.soft}>{t.unused}</p>
        ) : (
          <details className={page.more}>
            <summary>
              {t.uses(consent.usedAt.length)} <ChevronIcon />
            </summary>
            <ul className={page.soft}>
              {consent.usedAt.map((at) => (
                <li key={at}>{longMoment(locale, at)}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {consent.withdrawnAt ? null : (
        <Button
          variant="quiet"
          size="small"
          className={page.quiet}
          onClick={onWithdraw}
          aria-label={`${t.withdraw}: ${kind}`}
        >
          {t.withdraw}
        </Button>
      )}
    </li>
  )
}
