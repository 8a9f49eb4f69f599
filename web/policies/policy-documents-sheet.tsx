import { useEffect, useState } from 'react'
import { useCabinet } from '../cabinet/cabinet.ts'
import { filesOf } from '../cabinet/files.ts'
import type { Policy, PolicyFiles } from '../cabinet/state.ts'
import { DownloadDocuments, type PolicyFile } from '../dialogs/download-documents.tsx'
import { ask } from '../http/ask.ts'
import { onSite } from '../products.ts'
import { useLocale, useTexts } from '../texts.ts'
import loadedWords from '../ui/loaded-texts.ts'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import words from './texts.ts'

/** The documents of a policy in the bottom sheet; asked once per calcId. */
export function PolicyDocumentsSheet({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const t = useTexts(words)
  const { loading } = useTexts(loadedWords)
  const locale = useLocale()
  const { files, failed } = useFiles(policy)
  const shown: PolicyFile[] | null =
    files &&
    filesOf(files, locale, policy.policy_type).map(({ kind, ...file }) => ({
      name: t.files[kind],
      ...file,
    }))
  return (
    <DownloadDocuments
      open
      onClose={onClose}
      files={shown ?? []}
      none={
        failed ? (
          <Notice tone="error" live title={t.filesFailed} />
        ) : shown ? (
          <Notice tone="info" live title={t.preparing} />
        ) : (
          <Skeleton shape="card" label={loading} />
        )
      }
    />
  )
}

function useFiles({ calc_id: calcId, uuid, policy_type }: Policy): {
  files: PolicyFiles | null
  failed: boolean
} {
  const { state, dispatch } = useCabinet()
  const whole = Object.keys(onSite[policy_type].downloads).length
  const cached = state.PERSONAL_POLICIES.files[calcId] ?? null
  const [found, setFound] = useState<PolicyFiles | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (cached) return
    const stop = new AbortController()
    ask('cabinetPolicyFiles', { calcId, covernoteUuid: uuid }, { signal: stop.signal }).then(
      ({ data }) => {
        setFound(data)
        dispatch({ type: 'files', calcId, files: data, whole })
      },
      () => !stop.signal.aborted && setFailed(true),
    )
    return () => stop.abort()
  }, [cached, calcId, uuid, whole, dispatch])
  return { files: cached ?? found, failed }
}
