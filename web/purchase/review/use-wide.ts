import { useMedia } from '../../ui/use-media.ts'

/**
 * Whether the payment stands beside the review. What has fields of its own may stand there only
 * once, so the style sheet cannot decide it.
 */
export const useWide = (): boolean => useMedia('(width >= 960px)')
