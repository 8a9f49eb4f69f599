import { lazy } from 'react'

const load = () => import('./form-error-notice.tsx')

/** What stopped the last action; most purchases never need it. */
export const FormErrorNotice = lazy(() =>
  load().then((module) => ({ default: module.FormErrorNotice })),
)

/** Loads it before it is needed: what says that the connection is lost cannot come then. */
export const warmFormErrorNotice = (): Promise<unknown> => load().catch(() => {})
