import { useMedia } from './use-media.ts'

/** Returns whether the width is a phone's, where a table's row has two lines and other columns. */
export const useNarrow = (): boolean => useMedia('(width < 600px)')
