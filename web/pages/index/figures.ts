/**
 * What the server knows and the build does not: put into the first page while the server runs
 * (`server/first-page.ts`). Without it the page says what holds always. Times in whole seconds.
 */
export type HomeFigures = {
  /** From payment to policy in the last 30 days; absent where there are few policies. */
  issue?: {
    median: number
    /** Ninety-nine of a hundred policies took no longer. */
    almostAll: number
    /** Policies by time, from the quickest: shares of the highest bar, 0 to 1. */
    bars: readonly number[]
    /** Which bar the median is in. */
    medianBar: number
  }
  /** The cheapest and the dearest plan of Home, tenge a month. */
  home?: { from: number; to: number }
}

/** Figures as an example: the build looks for all that the page may show. */
export const sampleFigures: HomeFigures = {
  issue: { median: 47, almostAll: 360, bars: [0.1, 0.6, 1, 0.5, 0.2], medianBar: 2 },
  home: { from: 1_490, to: 3_990 },
}
