import { useMedia } from '../../ui/use-media.ts'

/**
 * Returns whether the payment is beside the review. Its fields may be rendered only once, so the
 * style sheet cannot decide it.
 */
export const useWide = (): boolean => useMedia('(width >= 960px)')
