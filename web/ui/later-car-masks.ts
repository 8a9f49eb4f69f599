// The masks of a car's numbers with what answers keys, for a page that loads them later.
export { plateMask, techPassportMask } from './car-masks.ts'
export { keepMask } from './later-mask.ts'
