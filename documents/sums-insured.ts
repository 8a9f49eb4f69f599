import type { Tenge } from '#domain/money.ts'
import type { pdfTexts } from '#texts/pdf.ts'

/** Sums insured as multiples of the monthly calculation index (MRP): law 446-II, art. 24 p. 1. */
const multiples = {
  death: 2000,
  disability1: 1600,
  disability2: 1200,
  disability3: 500,
  disabledChild: 1000,
  injury: 300,
  propertyOne: 600,
  propertyAll: 2000,
  funeral: 100,
} as const satisfies Record<keyof typeof pdfTexts.sums, number>

/**
 * Sums insured in tenge for an MRP in tenge, in the order of the document (art. 24; 2026: MRP 4 325
 * ₸, death 8 650 000 ₸).
 */
export const sumsInsured = (mrp: Tenge): Record<keyof typeof multiples, Tenge> => ({
  death: multiples.death * mrp,
  disability1: multiples.disability1 * mrp,
  disability2: multiples.disability2 * mrp,
  disability3: multiples.disability3 * mrp,
  disabledChild: multiples.disabledChild * mrp,
  injury: multiples.injury * mrp,
  propertyOne: multiples.propertyOne * mrp,
  propertyAll: multiples.propertyAll * mrp,
  funeral: multiples.funeral * mrp,
})
