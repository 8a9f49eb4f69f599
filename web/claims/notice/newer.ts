type Signed = { signed_at: string | null }
type Seen = { version: number; first: Signed; second: Signed | null }

const signatures = ({ first, second }: Seen): number =>
  [first, second].filter((driver) => driver?.signed_at).length

/** What is shown of two notices: an answer that was on its way while something newer came is not. */
export const newer = <Of extends Seen>(old: Of, come: Of): Of =>
  come.version < old.version || (come.version === old.version && signatures(come) < signatures(old))
    ? old
    : come
