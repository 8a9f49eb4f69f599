import { pathOf } from '#contract/pages.ts'
import { ask } from '../../http/ask.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { Facts } from '../../ui/facts.tsx'
import { BackIcon, WarnIcon } from '../../ui/icons.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'
import type { ClientPart } from './client.ts'
import { ClientTables } from './client-tables.tsx'
import { CorrectEmail } from './correct-email.tsx'
import { Notes } from './notes.tsx'
import words from './texts.ts'

/** Everything about one client on one page. */
export function ClientView() {
  const id = useQuery().get('client') ?? ''
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useLoading(
    async (signal) => (await ask('staffClient', { account_id: id }, { signal })).data,
  )
  return (
    <>
      <a className={parts.back} href={pathOf('staff-clients', locale)}>
        <BackIcon />
        {t.back}
      </a>
      <Loaded loading={loading} value={loading.value}>
        {(client) => (
          <>
            <div className={parts.head}>
              <h2>{client.name || client.iin}</h2>
              {client.kyc === 'blocked' ? (
                <Chip tone="bad" icon={<WarnIcon />}>
                  {t.kyc}: {t.kycStates.blocked}
                </Chip>
              ) : null}
              {client.blocked ? (
                <Chip tone="bad" icon={<WarnIcon />}>
                  {t.accountBlocked}
                </Chip>
              ) : null}
              {client.deletion_asked_at ? (
                <Chip tone="now" icon={<WarnIcon />}>
                  {t.deletion}
                </Chip>
              ) : null}
            </div>
            <div className={parts.columns}>
              <Person client={client} onDone={loading.again} />
              <div className={parts.stack}>
                <ClientTables client={client} onDone={loading.again} />
              </div>
              <div className={parts.stack}>
                <Notes client={client} onDone={loading.again} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}

function Person({ client, onDone }: ClientPart) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <Card title={t.client}>
      <Facts
        facts={[
          { label: t.iin, value: client.iin },
          {
            label: t.phone,
            value: client.phone ? <a href={`tel:+${client.phone}`}>+{client.phone}</a> : '–',
          },
          {
            label: t.email,
            value: client.email
              ? `${client.email} (${client.email_confirmed ? t.confirmed : t.notConfirmed})`
              : '–',
          },
          { label: t.birth, value: client.birth_date ? longDate(locale, client.birth_date) : '–' },
          { label: t.document, value: client.document?.number ?? '–' },
          {
            label: t.resident,
            value:
              t.residents[client.resident === null ? 'unknown' : client.resident ? 'yes' : 'no'],
          },
          { label: t.language, value: t.languages[client.language] },
          { label: t.kyc, value: t.kycStates[client.kyc ?? 'clear'] },
          { label: t.since, value: almatyTime(client.since) },
        ]}
      />
      <a className={parts.back} href={`${pathOf('kyc', locale)}?client=${client.account_id}`}>
        {t.openKyc}
      </a>
      <CorrectEmail client={client} onDone={onDone} />
    </Card>
  )
}
