import { useMedia } from './use-media.ts'

/** Whether it is a phone's width, where a row of a table has two lines and other columns. */
export const useNarrow = (): boolean => useMedia('(width < 600px)')
