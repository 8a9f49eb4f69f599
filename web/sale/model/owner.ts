import { isBin, isIin } from '#domain/iin.ts'

/** Whole numbers of a person or an organisation only. */
export const isOwner = (owner: string): boolean => isIin(owner) || isBin(owner)
