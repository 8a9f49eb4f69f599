import { pageLocale } from '../texts.ts'
import words from './whole-paste-texts.ts'

/**
 * Makes pastes all or nothing: the browser silently cuts what does not fit a field with
 * `maxlength`. Here such a paste or drop changes nothing, and the field shows its limit until the
 * next input.
 */
export function keepWholePastes(page: Document): void {
  if (page.documentElement.dataset.wholePastes) return
  page.documentElement.dataset.wholePastes = ''
  page.addEventListener('paste', (event) => keep(event, event.clipboardData))
  page.addEventListener('drop', (event) => keep(event, event.dataTransfer))
  page.addEventListener('input', ({ target }) => fieldOf(target)?.setCustomValidity(''), true)
}

const fieldOf = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : null

function keep(event: Event, brought: DataTransfer | null): void {
  const field = fieldOf(event.target)
  if (!field || field.maxLength < 0 || event.defaultPrevented) return
  const text = (brought?.getData('text') ?? '').replaceAll('\r\n', '\n')
  const came = field instanceof HTMLInputElement ? text.replaceAll('\n', '').length : text.length
  const left = field.value.length - (event.type === 'paste' ? selectedIn(field) : 0)
  if (came <= field.maxLength - left) return
  event.preventDefault()
  field.setCustomValidity(words[pageLocale()].noRoom(field.maxLength, came))
  field.reportValidity()
}

/**
 * Returns how many characters of a field are selected, and so replaced. An e-mail field does not
 * report its selection.
 */
function selectedIn(field: HTMLInputElement | HTMLTextAreaElement): number {
  const { selectionStart: from, selectionEnd: to } = field
  if (from !== null && to !== null) return to - from
  return String(getSelection() ?? '').length
}
