import { useEffect, useState } from 'react'
import { brand } from '#brand'
import { pathOf } from '#contract/pages.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PhoneIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Emergency } from '../way/emergency.tsx'
import styles from '../way/page.module.css'
import way from '../way/way.module.css'
import { WayHead } from '../way/way-head.tsx'
import words from './head-texts.ts'

type Questions = typeof import('./begin.tsx').Begin

/**
 * The page of a third party whom a client harmed: its header is in the first paint, the questions
 * follow.
 */
export function Harmed() {
  const t = useTexts(words)
  const locale = useLocale()
  const [Begin, setBegin] = useState<Questions>()
  // The page is made without them: React's `lazy` cannot be made at build.
  useEffect(() => {
    import('./begin.tsx').then(
      ({ Begin: part }) => setBegin(() => part),
      () => {},
    )
  }, [])
  if (Begin) return <Begin />
  return (
    <div className={styles.page} data-comes>
      <WayHead at="what" plate={null} back={pathOf('index', locale)} />
      <div className={way.stop}>
        <div className={way.column}>
          <div>
            <h1>{t.title}</h1>
            <p className={way.soft}>{t.lead}</p>
          </div>
          <Emergency />
          <noscript>
            <Notice
              tone="info"
              title={t.noScript}
              action={
                <LinkButton href={`tel:${brand.callCentre}`} icon={<PhoneIcon />}>
                  {brand.callCentre}
                </LinkButton>
              }
            >
              <a href={pathOf('call-back', locale)}>{t.callBack}</a>
            </Notice>
          </noscript>
        </div>
      </div>
    </div>
  )
}
