import type { ClaimCase, Party } from '#domain/claims/facts.ts'
import { type ClaimSlotName, claimSlots } from '#domain/claims/papers.ts'
import { claimFileMaxBytes } from '#domain/constants.ts'
import type { Claim } from '../cabinet/state.ts'

/** Typed and chosen values: they survive a failed sending and a closed dialog. */
export type ClaimForm = {
  /** The same for every try to send, so that a repeat is the same claim. */
  key: string
  case: ClaimCase | null
  policy: string
  status: Party | null
  damage: string
  files: Partial<Record<ClaimSlotName, File>>
}

export const newForm = (key: string, policy: string): ClaimForm => ({
  key,
  case: null,
  policy,
  status: null,
  damage: '',
  files: {},
})

export const kinds = ['image/png', 'image/jpeg', 'application/pdf']
export type FileError = 'kind' | 'large' | 'empty'
/** Checks a file before sending: its kind, more than 10 MB, empty. */
export function fileErrorOf({ type, size }: Pick<File, 'type' | 'size'>): FileError | null {
  if (!kinds.includes(type)) return 'kind'
  if (size > claimFileMaxBytes) return 'large'
  return size === 0 ? 'empty' : null
}

export const filledSlots = ({ files }: ClaimForm): number =>
  claimSlots.filter((slot) => files[slot]).length
/**
 * Send is disabled until all six documents are there (specification, section 5, "Claim documents").
 */
export const maySend = (form: ClaimForm): boolean => filledSlots(form) === claimSlots.length
export type FormField = 'policy' | 'status' | 'damage'
export const formErrors = (form: ClaimForm): FormField[] => [
  ...(form.policy ? [] : ['policy' as const]),
  ...(form.status ? [] : ['status' as const]),
  ...(form.damage.trim().length < 2 ? ['damage' as const] : []),
]

export type Step = {
  status: Claim['status']
  state: 'done' | 'now' | 'waiting' | 'failed'
  at: string | null
}
type History = readonly { status: Claim['status']; at: string }[]
/** Returns a claim's timeline: past, current and coming steps. */
export function stepsOf(status: Claim['status'], history: History): Step[] {
  const way: Claim['status'][] =
    status === 'rejected'
      ? ['wait', 'under_consideration', 'rejected']
      : ['wait', 'under_consideration', 'accepted', 'completed']
  const now = way.indexOf(status)
  return way
    .filter(
      (one) =>
        !(
          status === 'rejected' &&
          one === 'under_consideration' &&
          history.length > 0 &&
          !history.some((line) => line.status === one)
        ),
    )
    .map((one) => {
      const place = way.indexOf(one)
      const reached =
        one === 'rejected'
          ? 'failed'
          : one === 'under_consideration' && place === now
            ? 'now'
            : 'done'
      return {
        status: one,
        state: place <= now ? reached : 'waiting',
        at: history.findLast((line) => line.status === one)?.at ?? null,
      }
    })
}
