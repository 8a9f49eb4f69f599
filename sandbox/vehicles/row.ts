import type { Vehicle } from '#systems/sandbox-kit.ts'

/** A ready car as a row: the rest follows from its place in the table. */
export type Row = [
  plate: string,
  techPassport: string,
  type: string,
  make: string,
  model: string,
  year: number,
  region: string,
  settlement: Vehicle['settlement'],
  ownerIin: string,
  registered: boolean,
  about: [kz: string, ru: string, en: string],
]
