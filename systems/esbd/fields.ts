/** Fields of a structure with their types, in the operator's order. See `contract.ts`. */
export type Fields = Readonly<Record<string, string>>
