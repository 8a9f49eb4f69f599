import { pathOf } from '#contract/pages.ts'
import { ask, pageToken } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { goTo } from '../../navigation.ts'
import { useLocale, useTexts } from '../../texts.ts'
import '../claim-opener.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Both } from './both.tsx'
import words from './texts.ts'

/** The first driver's phone: the notice of a claim that they have begun. */
export function First({ draft }: { draft: string }) {
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useReply(ask, 'claimNotice', { draft })
  return (
    <Loaded loading={loading} value={loading.value} failed={t.failed}>
      {(notice) => (
        <Both
          which={{ draft }}
          token={pageToken() ?? ''}
          first={notice}
          goOn={() => goTo(`${pathOf('claim', locale)}?draft=${draft}`)}
        />
      )}
    </Loaded>
  )
}
