import { pathOf } from '#contract/pages.ts'
import { numericDay } from '#domain/calendar.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Chip } from '../../ui/chip.tsx'
import { BackIcon, CheckIcon, WarnIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'
import { useLive } from '../live.ts'
import { MaskedNumber } from '../masked/masked-number.tsx'
import { useFootSum } from '../shell/foot-sum.ts'
import styles from './card.module.css'
import words from './card-texts.ts'
import type { ClientPart } from './client.ts'
import { ClientAside } from './client-aside.tsx'
import { ClientTables } from './client-tables.tsx'
import { CorrectEmail } from './correct-email.tsx'
import clientWords from './texts.ts'

/** One client: who they are, what they have, their money; beside it what was agreed and told. */
export function ClientView() {
  const id = useQuery().get('client') ?? ''
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
        <p className={styles.facts}>
          <span>
            {c.iin} <MaskedNumber of={of} what="iin" masked={client.iin} onSeen={onDone} />
          </span>
          {client.birth_date ? <span>{numericDay(client.birth_date)}</span> : null}
          {client.phone ? (
            <MaskedNumber of={of} what="phone" masked={client.phone} onSeen={onDone} />
          ) : null}
          {client.document ? (
            <span>
              {c.document}{' '}
              <MaskedNumber
                of={of}
                what="document"
                masked={client.document.number}
                onSeen={onDone}
              />
            </span>
          ) : null}
          {client.email ? (
            <span>
              {client.email}
              {client.email_confirmed ? '' : ` (${c.notConfirmed})`}
            </span>
          ) : null}
          <span>
            {c.residents[client.resident === null ? 'unknown' : client.resident ? 'yes' : 'no']}
          </span>
          <span>{t.writes[client.language]}</span>
          <span>{t.since(client.since.slice(0, 4))}</span>
        </p>
      </div>
      <CorrectEmail client={client} onDone={onDone} />
    </header>
  )
}
