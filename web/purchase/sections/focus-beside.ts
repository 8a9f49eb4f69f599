/**
 * After a row is taken away: the focus stays in its place, at the row that moved up, else at what
 * adds another. Called while the row is still drawn.
 */
export function focusBeside(removed: Element): void {
  const row = removed.closest('fieldset')
  const list = row?.parentElement
  if (!row || !list) return
  const place = [...list.children].indexOf(row)
  requestAnimationFrame(() => {
    const beside = list.children[place] ?? list.lastElementChild
    const target =
      beside instanceof HTMLButtonElement
        ? beside
        : beside?.querySelector<HTMLElement>('button, input')
    target?.focus({ preventScroll: true })
  })
}
