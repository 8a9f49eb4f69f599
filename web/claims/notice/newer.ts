import type { Notice } from './use-notice.ts'

const signatures = ({ first, second }: Notice): number =>
  [first, second].filter((driver) => driver?.signed_at).length

/** What is shown of the two: an answer that was on its way while something newer came is passed over. */
export const newer = (old: Notice, come: Notice): Notice =>
  come.version < old.version || (come.version === old.version && signatures(come) < signatures(old))
    ? old
    : come
