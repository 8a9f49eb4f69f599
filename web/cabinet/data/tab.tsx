import { type FormEvent, useState } from 'react'
import { almatyDay } from '#domain/calendar.ts'
import { fullName } from '#domain/person.ts'
import { formatPhone } from '#domain/phone.ts'
import { accessWords } from '#texts/data-access.ts'
import { capital } from '#texts/phrases.ts'
import { ConfirmDialog } from '../../dialogs/confirm.tsx'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation, useReply } from '../../http/replies.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { longMoment } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ChevronIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import page from '../cabinet.module.css'
import { useCabinet } from '../cabinet.ts'
import { maskedIin } from '../state.ts'
import shell from '../texts.ts'
import { ChangeContact, type Contact } from './change-contact.tsx'
import { Purchases } from './purchases.tsx'
import { Reminders, Rights } from './rights.tsx'
import { Sessions } from './sessions.tsx'
import words, { looksWords } from './texts.ts'

/** What changed of how the account is entered, beside its sessions. */
export function AccountHistory() {
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useReply(ask, 'cabinetHistory', {})
  return (
    <Card title={t.history}>
      <Loaded loading={loading} value={loading.value}>
        {(list) =>
          list.length === 0 ? (
            <p className={page.soft}>{t.noHistory}</p>
          ) : (
            <ul>
              {list.map(({ id, at, what, device, by }) => (
                <li key={id} className={page.row}>
                  <div className={page.words}>
                    <h3>{capital(what)}</h3>
                    <p className={page.soft}>
                      {[longMoment(locale, at), by === 'owner' ? device : t.changedBy[by]]
                        .filter(Boolean)
                        .join(' · ')}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

/** Who looked at the client’s data, a line a person and day: the list staff have beside them. */
export function Looks() {
  const t = useTexts(looksWords)
  const locale = useLocale()
  const loading = useReply(ask, 'cabinetLooks', {})
  return (
    <Card title={t.title}>
      <p className={page.soft}>{t.text}</p>
      <Loaded loading={loading} value={loading.value}>
        {(looks) =>
          looks.length === 0 ? (
            <p className={page.gap}>{t.none}</p>
          ) : (
            <ul>
              {looks.map(({ role, name, saw, at }) => (
                <li key={`${name} ${at}`} className={page.gap}>
                  <b>{[name, t.roles[role]].filter(Boolean).join(', ')}</b>
                  <br />
                  <small className={page.soft}>
                    {longMoment(locale, at)}:{' '}
                    {saw.map((one) => accessWords[locale][one]).join(', ')}
                  </small>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

/**
 * My data: what we hold, e-mail and phone each proved by a code, consents, and where the cabinet is
 * open.
 */
export function DataTab() {
  const loading = useReply(ask, 'cabinetGetMe', {})
  const here = loading.value !== null || loading.error !== null
  return (
    <>
      <Loaded loading={loading} value={loading.value}>
        {(me) => (
          <>
            <Mine me={me} onChanged={loading.again} />
            <Reminders on={me.reminders} calls={me.calls} key={`${me.reminders} ${me.calls}`} />
          </>
        )}
      </Loaded>
      {/* Asked for at once, shown when the part above has its height: nothing is pushed down. */}
      <div className={page.stack} hidden={!here}>
        <Purchases />
        <Consents />
        <Looks />
        <Sessions />
        <AccountHistory />
        {/* What did not come above takes nobody's right to a copy or to deletion. */}
        {here ? (
          <Rights askedAt={loading.value?.deletionAskedAt ?? null} onAsked={loading.again} />
        ) : null}
      </div>
    </>
  )
}

type Mailbox = Reply<'cabinetGetMe'>['data']['refusedMailboxes'][number]

/** An order's mailbox takes no mail: the right one is written here, its papers go there at once. */
function MendMailbox({ order, onMended }: { order: Mailbox; onMended: () => void }) {
  const t = useTexts(words)
  const act = useAct(null)
  const { orderId, number, email } = order
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    void act.run(async () => {
      await ask('ogpoChangeEmail', { orderId, email: typed })
      onMended()
    })
  }
  return (
    <Notice tone="warn" title={t.orderMail(number, email)}>
      <form className={page.inline} onSubmit={save} noValidate>
        <TextField
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          label={t.orderMailNew}
        />
        <Button type="submit" size="small" variant="secondary" busy={act.busy}>
          {t.orderMailSave}
        </Button>
      </form>
      <ActError act={act} />
    </Notice>
  )
}

function Mine({ me, onChanged }: { me: Reply<'cabinetGetMe'>['data']; onChanged: () => void }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { dispatch, user, onUser } = useCabinet()
  const [open, setOpen] = useState<Contact | null>(null)
  const changeable = (contact: Contact, value: string | null, note: string) => (
    <span className={page.inline}>
      <span>
        {value ?? t.none}
        {value && note ? <small className={page.soft}> · {note}</small> : null}
      </span>
      <Button
        variant="quiet"
        size="small"
        onClick={() => setOpen(contact)}
        aria-label={`${value ? t.change : t.add}: ${contact === 'email' ? t.email : t.phone}`}
      >
        {value ? t.change : t.add}
      </Button>
    </span>
  )
  return (
    <Card title={t.mine}>
      {me.unreachable.map((channel) => (
        <Notice
          key={channel}
          tone="warn"
          title={channel === 'mail' ? t.noMail : t.noSms}
          action={
            <Button
              size="small"
              variant="secondary"
              onClick={() => setOpen(channel === 'mail' ? 'email' : 'phone')}
            >
              {t.change}
            </Button>
          }
        />
      ))}
      {me.refusedMailboxes.map((order) => (
        <MendMailbox key={order.orderId} order={order} onMended={onChanged} />
      ))}
      <Facts
        facts={[
          { label: t.name, value: fullName(me) },
          { label: t.iin, value: maskedIin(me.iin) },
          ...(me.birthDate ? [{ label: t.birth, value: longDate(locale, me.birthDate) }] : []),
          ...(me.document
            ? [{ label: t.document, value: `№\u00a0••• ${me.document.number.slice(-3)}` }]
            : []),
          { label: t.phone, value: changeable('phone', me.phone && formatPhone(me.phone), '') },
          {
            label: t.email,
            value: changeable('email', me.email, me.emailConfirmed ? t.confirmed : t.unconfirmed),
          },
          { label: t.since, value: longDate(locale, almatyDay(new Date(me.since))) },
        ]}
      />
      <p className={`${page.soft} ${page.gap}`}>{t.source}</p>
      {open ? (
        <ChangeContact
          contact={open}
          onClose={() => setOpen(null)}
          onChanged={(value) => {
            if (open === 'email') dispatch({ type: 'email', email: value })
            else dispatch({ type: 'user', user: { ...user, phone: value } })
            onUser({ ...user, [open]: value })
            setOpen(null)
            onChanged()
          }}
        />
      ) : null}
    </Card>
  )
}

/** Consents given, by which channel and till when; each can be withdrawn. */
function Consents() {
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

/** One consent: its period, its recipient, and its uses. */
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
