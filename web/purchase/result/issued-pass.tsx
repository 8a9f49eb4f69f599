import { almatyDay, daysBetween } from '#domain/calendar.ts'
import type { Reply } from '../../http/api.ts'
import { longDate, plural, useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CalendarIcon, ShareIcon } from '../../ui/icons.tsx'
import { Pass } from '../../ui/pass.tsx'
import { Qr } from '../../ui/qr.tsx'
import { useToast } from '../../ui/toast.tsx'
import { calendarFile } from './calendar.ts'
import words from './texts.ts'

type Issued = Reply<'ogpoCheckOrderSet'>['data']

/** The policy that has just been issued, as the pass that cabinet and check page show too. */
export function IssuedPass({ issued }: { issued: Issued }) {
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
      actions={
        checkUrl ? <PassActions issued={{ ...issued, globalId, endDate, checkUrl }} /> : null
      }
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

type Shown = Issued & Required<Pick<Issued, 'globalId' | 'endDate' | 'checkUrl'>>

/** Shown to somebody else by whatever the phone has for it, and put into its calendar. */
function PassActions({ issued }: { issued: Shown }) {
  const t = useTexts(words)
  const say = useToast()
  const { globalId, endDate, checkUrl } = issued
  const plates = (issued.cars ?? []).map(({ registrationNumber }) => registrationNumber).join(', ')
  const share = async (): Promise<void> => {
    const data = { title: `${t.product} ${globalId}`, text: plates, url: checkUrl }
    try {
      if (navigator.canShare?.(data)) return await navigator.share(data)
      await navigator.clipboard.writeText(checkUrl)
      say({ text: t.linkCopied, tone: 'good' })
    } catch (error) {
      // Who closes the phone's sheet has not failed.
      if (error instanceof DOMException && error.name === 'AbortError') return
      say({ text: t.problem, tone: 'bad' })
    }
  }
  const remember = (): void => {
    const file = calendarFile({
      id: globalId,
      summary: t.endsOf(plates),
      description: t.renewInTime,
      url: checkUrl,
      day: endDate,
      made: new Date(),
    })
    const address = URL.createObjectURL(new Blob([file], { type: 'text/calendar' }))
    Object.assign(document.createElement('a'), {
      href: address,
      download: `${globalId}.ics`,
    }).click()
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  }
  return (
    <>
      <Button variant="secondary" size="small" icon={<ShareIcon />} onClick={() => void share()}>
        {t.share}
      </Button>
      <Button variant="secondary" size="small" icon={<CalendarIcon />} onClick={remember}>
        {t.remember}
      </Button>
    </>
  )
}
