// Masks of a car's numbers with their key handling, for pages that load them later.
export { plateMask, techPassportMask } from './car-masks.ts'
export { keepMask } from './later-mask.ts'
