import { useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { almatyDay, isDay, numericDay } from '#domain/calendar.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { BackIcon, CheckIcon, WarnIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { setQuery, useQuery } from '../../ui/query.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useLive } from '../live.ts'
import { MaskedNumber } from '../masked/masked-number.tsx'
import { CaseNotes } from '../notes/case-notes.tsx'
import { useFootSum } from '../shell/foot-sum.ts'
import { useOpened, useRowKeys } from '../shell/keys.ts'
import { Strip } from '../strip/strip.tsx'
import styles from './card.module.css'
import type { ClientPart, StaffClient } from './client.ts'
import { ClientTables, Lines } from './client-tables.tsx'
import correctEmailWords from './texts.ts'
import clientWords, { cardWords as words } from './texts.ts'

/** Form that corrects a mistyped address; the documents of one order may be sent to it at once. */
export function CorrectEmail({ client, onDone }: ClientPart) {
  const t = useTexts(correctEmailWords)
  const act = useAct()
  const [open, setOpen] = useState(false)
  const save = async (form: FormData) => {
    const order = String(form.get('order') ?? '')
    const body = {
      account_id: client.account_id,
      email: String(form.get('email') ?? ''),
      ...(order ? { order_id: order } : {}),
    }
    if (!(await act.run(() => ask('staffSetEmail', body)))) return
    setOpen(false)
    onDone()
  }
  const orders = client.orders.filter(({ state }) => state === 'issued')
  return (
    <>
      <div className={parts.actions}>
        <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
          {t.correctEmail}
        </Button>
      </div>
      <ActDialog
        open={open}
        title={t.correctEmail}
        submit={t.save}
        act={act}
        onClose={() => setOpen(false)}
        onSubmit={(form) => void save(form)}
      >
        <div className={parts.form}>
          <TextField
            name="email"
            type="email"
            inputMode="email"
            autoComplete="off"
            label={t.newEmail}
            defaultValue={client.email ?? ''}
            error={act.errors.email}
          />
          {orders.length > 0 ? (
            <Select
              name="order"
              label={t.emailOrder}
              placeholder={t.noOrder}
              options={orders.map((order) => ({
                value: order.order_id,
                label: `${order.number} – ${order.email ?? '–'}`,
              }))}
            />
          ) : null}
        </div>
      </ActDialog>
    </>
  )
}

/** One client: identity, contracts, money; beside them consents and messages. */
export function ClientView() {
  const id = useQuery().get('client') ?? ''
  useOpened(true, () => setQuery({ client: null }))
  useRowKeys()
  const t = useTexts(words)
  const loading = useReply(ask, 'staffClient', { account_id: id })
  useFootSum(t.foot)
  useLive(id, 'staffClient')
  return (
    <section className={styles.scroll} aria-label={t.card}>
      <Loaded loading={loading} value={loading.value}>
        {(client) => (
          <>
            <Head client={client} onDone={loading.again} />
            <div className={styles.columns}>
              <div className={styles.main}>
                <ClientTables client={client} onDone={loading.again} />
              </div>
              <aside className={styles.aside} aria-label={t.aside}>
                <ClientAside client={client} onDone={loading.again} />
              </aside>
            </div>
          </>
        )}
      </Loaded>
    </section>
  )
}

function Head({ client, onDone }: ClientPart) {
  const t = useTexts(words)
  const c = useTexts(clientWords)
  const locale = useLocale()
  const of = { account_id: client.account_id }
  return (
    <header className={styles.head}>
      <a
        className={styles.back}
        href={pathOf('staff-clients', locale)}
        aria-label={c.back}
        title={c.back}
      >
        <BackIcon />
      </a>
      <div className={styles.who}>
        <div className={styles.name}>
          <h2>{client.name || client.iin}</h2>
          <a href={`${pathOf('kyc', locale)}?client=${client.account_id}`} title={c.openKyc}>
            {client.kyc === 'blocked' ? (
              <Chip tone="bad" icon={<WarnIcon />}>
                {t.blockedOn}
              </Chip>
            ) : (
              <Chip tone="good" icon={<CheckIcon />}>
                {client.kyc === 'unblocked' ? c.kycStates.unblocked : t.checked}
              </Chip>
            )}
          </a>
          {client.blocked ? (
            <Chip tone="bad" icon={<WarnIcon />}>
              {c.accountBlocked}
            </Chip>
          ) : null}
          {client.unreachable.map((channel) => (
            <Chip key={channel} tone="bad" icon={<WarnIcon />}>
              {c.unreachable[channel]}
            </Chip>
          ))}
          {client.deletion_asked_at ? (
            <Chip tone="now" icon={<WarnIcon />}>
              {c.deletion}
            </Chip>
          ) : null}
        </div>
        <Strip
          title={t.facts}
          facts={[
            {
              label: c.iin,
              value: <MaskedNumber of={of} what="iin" masked={client.iin} onSeen={onDone} />,
              below: client.birth ? (
                <MaskedNumber of={of} what="birth" masked={client.birth} onSeen={onDone} />
              ) : null,
            },
            ...(client.phone
              ? [
                  {
                    label: t.phone,
                    value: (
                      <MaskedNumber of={of} what="phone" masked={client.phone} onSeen={onDone} />
                    ),
                  },
                ]
              : []),
            ...(client.document
              ? [
                  {
                    label: c.document,
                    value: (
                      <MaskedNumber
                        of={of}
                        what="document"
                        masked={client.document.number}
                        onSeen={onDone}
                      />
                    ),
                  },
                ]
              : []),
            ...(client.email
              ? [
                  {
                    label: t.email,
                    value: client.email,
                    below: client.email_confirmed ? null : c.notConfirmed,
                  },
                ]
              : []),
            {
              label: t.language,
              value: t.writes[client.language],
              below: `${c.residents[client.resident === null ? 'unknown' : client.resident ? 'yes' : 'no']}, ${t.since(client.since.slice(0, 4))}`,
            },
          ]}
        />
      </div>
      <CorrectEmail client={client} onDone={onDone} />
    </header>
  )
}

/** Consents, data accesses, notes and sent messages. */
function ClientAside({ client, onDone }: ClientPart) {
  return (
    <>
      <Consents of={client.consents} />
      <Looks of={client.looks} account={client.account_id} />
      <CaseNotes
        key={client.account_id}
        about="client"
        subject={client.account_id}
        of={client.notes}
        onDone={onDone}
      />
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
