const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text may be asked of the database as an id: anything else fails the whole question. */
export const isUuid = (text: string): boolean => UUID.test(text)
