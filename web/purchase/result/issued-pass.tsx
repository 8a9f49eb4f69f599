import { addDays, almatyDay, countDays } from '#domain/calendar.ts'
import type { Reply } from '../../http/api.ts'
import { fromTo, longDate, money, plural, useLocale, useTexts } from '../../texts.ts'
import { BrightCode } from '../../ui/bright-code.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Pass } from '../../ui/pass.tsx'
import words from './policy-texts.ts'

export type Issued = Reply<'ogpoCheckOrderSet'>['data']
/** An order whose policy is there. */
export type IssuedPolicyData = Issued & Required<Pick<Issued, 'globalId' | 'startDate' | 'endDate'>>

type Props = {
  issued: IssuedPolicyData
  /** Of one that replaces another: what was paid on top of it; null for any other. */
  paidMore: number | null
}

/** The policy that has just been issued, as the pass that cabinet and check page show too. */
export function IssuedPass({ issued, paidMore }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const { globalId, startDate, endDate, checkUrl, policyholder, amount } = issued
  const price = amount === undefined || paidMore !== null ? undefined : money(amount)
  const product = [t.product, issued.insurer].filter(Boolean).join('\u00a0· ')
  const today = almatyDay(new Date())
  const waits = today < startDate
  const days = countDays(waits ? startDate : today, endDate)
  const soon = startDate === addDays(today, 1) ? t.tomorrow : t.waits
  return (
    <Pass
      product={product}
      number={globalId}
      state={waits ? { label: soon, tone: 'now' } : { label: t.inForce, tone: 'good' }}
      cars={(issued.cars ?? []).map(({ registrationNumber, name }) => ({
        plate: registrationNumber,
        model: name,
      }))}
      facts={[
        { label: t.begins, value: longDate(locale, startDate) },
        { label: t.ends, value: longDate(locale, endDate) },
        ...(policyholder ? [{ label: t.policyholder, value: policyholder }] : []),
        ...(price ? [{ label: t.price, value: price }] : []),
        ...(paidMore === null ? [] : [{ label: t.paidMore, value: money(paidMore) }]),
      ]}
      left={{
        share: days / countDays(startDate, endDate),
        days,
        label: plural(locale, days, t.days),
      }}
      stub={
        checkUrl ? (
          <>
            <BrightCode
              text={checkUrl.toUpperCase()}
              title={t.numbered(globalId)}
              product={product}
              term={fromTo(locale, startDate, endDate)}
              plates={(issued.cars ?? []).map(({ registrationNumber }) => registrationNumber)}
              owner={[policyholder, price].filter(Boolean).join('\u00a0· ')}
              words={{ code: t.check, enlarge: t.enlarge, scan: t.scan, close: t.closeCode }}
            />
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
