/** Longer than any address of ours. */
const LONGEST = 300

/**
 * An address of ours that a link may name, or null: one slash, then plain visible characters
 * without a backslash, so that no browser reads another site into it; not a call.
 */
export const ownPath = (text: string | undefined): string | null =>
  text !== undefined &&
  text.length <= LONGEST &&
  /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text) &&
  !/^\/(ru\/)?api\//.test(text)
    ? text
    : null
