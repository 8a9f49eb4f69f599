import { localePath } from '#contract/pages.ts'
import { api } from '../../http/api.ts'
import { purchaseToken } from '../../session/purchase-token.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { CalendarIcon, DownloadIcon, ShareIcon } from '../../ui/later-icons.tsx'
import { share } from '../../ui/share.ts'
import { useToast } from '../../ui/toast.tsx'
import { WalletButtons, type Wallets } from '../../wallet/wallet.tsx'
import { calendarFile } from './calendar.ts'
import type { IssuedPolicyData } from './issued-pass.tsx'
import styles from './issued-policy.module.css'
import words from './policy-texts.ts'

/** Asks for the addresses of the wallets with the proof of the purchase. */
export const walletsOfBuyer = (globalId: string, signal: AbortSignal) =>
  api('ogpoWallets', { globalId }, { token: purchaseToken() ?? undefined, signal })

type Props = { issued: IssuedPolicyData; wallets: Wallets | null }

/** What people do with a policy, a tile each: kept, shown to somebody, put into the calendar. */
export function PolicyTiles({ issued, wallets }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const say = useToast()
  const { globalId, endDate, checkUrl, files } = issued
  const plates = (issued.cars ?? []).map(({ registrationNumber }) => registrationNumber).join(', ')
  const give = async (url: string): Promise<void> => {
    const done = await share({ title: `${t.product} ${globalId}`, text: plates, url })
    if (done === 'copied') say({ text: t.linkCopied, tone: 'good' })
    if (done === 'failed') say({ text: t.problem, tone: 'bad' })
  }
  const remember = (): void => {
    const file = calendarFile({
      id: globalId,
      summary: t.endsOf(plates),
      description: t.renewInTime,
      url: checkUrl ?? location.origin,
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
      <ul className={styles.tiles} aria-label={t.whatNow}>
        <li>
          {files?.policy ? (
            <a
              href={localePath(locale, `/download-policy/${encodeURIComponent(files.policy.uuid)}`)}
            >
              <DownloadIcon />
              {t.pdf} <span className="visually-hidden">– {t.files.policy}</span>
            </a>
          ) : (
            <button type="button" disabled>
              <DownloadIcon />
              {t.pdf}
            </button>
          )}
        </li>
        {checkUrl ? (
          <li>
            <button type="button" onClick={() => void give(checkUrl)}>
              <ShareIcon />
              {t.share}
            </button>
          </li>
        ) : null}
        <li>
          <button type="button" onClick={remember}>
            <CalendarIcon />
            {t.remember}
          </button>
        </li>
      </ul>
      <div className={styles.wallet}>
        <WalletButtons wallets={wallets} />
      </div>
    </>
  )
}
