import { lazy } from '../lazy.ts'
import { useTexts } from '../texts.ts'
import { Notice } from '../ui/notice.tsx'
import type { FormErrorNoticeProps } from './form-error-notice.tsx'
import words from './purchase-texts.ts'

const load = () => import('./form-error-notice.tsx')

/** What stopped the last action; most purchases never need it. */
export const FormErrorNotice = lazy(() =>
  load().then(
    (module) => ({ default: module.FormErrorNotice }),
    () => ({ default: Said }),
  ),
)

/** The sentence alone, where the file does not come: as a rule there is no connection. */
function Said({ purchase }: FormErrorNoticeProps) {
  const t = useTexts(words)
  const { formError } = purchase.state
  return formError ? <Notice tone="warn" live title={formError.message || t.offline} /> : null
}

/** Loads it before it is needed: what says that the connection is lost cannot come then. */
export const warmFormErrorNotice = (): Promise<unknown> => load().catch(() => {})
