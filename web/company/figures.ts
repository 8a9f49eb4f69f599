/**
 * What the server measured of itself (`server/first-page.ts`). Absent as a whole where the build
 * alone made the page; `null` where there is too little to measure.
 */
export type CompanyFigures = {
  figures?: {
    /** From payment to policy, the median of 30 days, seconds. */
    issue: number | null
    /** Of a hundred paid orders of 30 days: so many had their policy within a minute. */
    atOnce: number | null
    /** From a claim to the decision about it, the median of 90 days, days. */
    claims: number | null
  }
}

/** Figures as an example: the build looks for all that a page may show. */
export const sampleCompanyFigures: CompanyFigures = {
  figures: { issue: 47, atOnce: 99, claims: null },
}
