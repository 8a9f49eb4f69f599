import { pathOf } from '#contract/pages.ts'
import type { Reply } from '../../http/api.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { usePages } from '../../ui/pages-of.ts'
import { portal } from '../portal.ts'
import styles from './desk.module.css'
import words from './texts.ts'

type Page = Reply<'promoterExpiring'>['data']

/** Own policies that end within 30 days, each one tap from being prolonged. */
export function Expiring() {
  const t = useTexts(words)
  const locale = useLocale()
  const { loading, page, rest } = usePages<Page>(
    async (cursor, signal) =>
      (await portal('promoterExpiring', cursor ? { cursor } : {}, signal ? { signal } : {})).data,
    (before, after) => ({ ...after, policies: [...before.policies, ...after.policies] }),
  )
  return (
    <section className={styles.part} aria-labelledby="expiring">
      <h2 id="expiring">{t.expiring}</h2>
      <Loaded loading={loading} value={page}>
        {({ policies }) => {
          if (policies.length === 0) return <p className={styles.note}>{t.noExpiring}</p>
          return (
            <>
              <ul className={styles.small}>
                {policies.map(({ globalId, endDate, daysLeft, cars, policyholder, phone }) => (
                  <li key={globalId}>
                    <p className={styles.who}>
                      {policyholder} ·{' '}
                      {cars.map(({ registrationNumber }) => registrationNumber).join(', ')}
                    </p>
                    <p className={styles.note}>
                      {globalId} · {phone} · {longDate(locale, endDate)}
                    </p>
                    <div className={styles.buttons}>
                      <Chip tone="now">{t.daysLeft(daysLeft)}</Chip>
                      <LinkButton
                        size="small"
                        variant="secondary"
                        href={`${pathOf('promoter-ogpo', locale)}?${new URLSearchParams({ prolong: globalId })}`}
                      >
                        {t.prolong}
                      </LinkButton>
                    </div>
                  </li>
                ))}
              </ul>
              {rest ? <LoadMore label={t.more} shown={t.shown(policies.length)} {...rest} /> : null}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
