import { almatyDay, daysBetween } from '#domain/calendar.ts'
import type { Reply } from '../../http/api.ts'
import { longDate, plural, useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Pass } from '../../ui/pass.tsx'
import { Qr } from '../../ui/qr.tsx'
import words from './texts.ts'

/** The policy that has just been issued, as the pass that cabinet and check page show too. */
export function IssuedPass({ issued }: { issued: Reply<'ogpoCheckOrderSet'>['data'] }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { globalId, startDate, endDate, checkUrl } = issued
  if (!globalId || !startDate || !endDate) return null
  const today = almatyDay(new Date())
  const waits = today < startDate
  const days = waits ? daysBetween(startDate, endDate) + 1 : daysBetween(today, endDate) + 1
  return (
    <Pass
      product={[t.product, issued.insurer].filter(Boolean).join(' · ')}
      number={globalId}
      state={waits ? { label: t.waits, tone: 'now' } : { label: t.inForce, tone: 'good' }}
      cars={(issued.cars ?? []).map(({ registrationNumber, name }) => ({
        plate: registrationNumber,
        model: name,
      }))}
      facts={[
        { label: t.begins, value: longDate(locale, startDate) },
        { label: t.ends, value: longDate(locale, endDate) },
      ]}
      left={{
        share: days / (daysBetween(startDate, endDate) + 1),
        days,
        label: plural(locale, days, t.days),
      }}
      stub={
        checkUrl ? (
          <>
            <Qr text={checkUrl} label={t.check} />
            <div>
              <p>{t.scan}</p>
              <LinkButton variant="quiet" size="small" href={checkUrl}>
                {t.check}
              </LinkButton>
            </div>
          </>
        ) : undefined
      }
    />
  )
}
