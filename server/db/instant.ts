/** An instant as the database's JSON writes it. */
export const instant = (text: string | null): Date | null => (text === null ? null : new Date(text))
