import { isTechPassport } from '#domain/document-numbers.ts'
import { isPlate } from '#domain/plate.ts'
import { keepTypedCar } from '../../typed-car.ts'
import { cleanSigns, isWholePlate, plateBar, plateRegion, spacedSigns } from '../../typed-plate.ts'

// The plate one types into. Any spelling goes in, «123 ABC 02» stands there; the usual price of its
// region is said below; the two numbers go along on the device. Nothing is asked of anybody.
const field = <T extends HTMLElement>(id: string): T => document.querySelector<T>(`#${id}`) as T
const form = field<HTMLFormElement>('car')
const plate = field<HTMLInputElement>('plate')
const passport = field<HTMLInputElement>('passport')
const said = field('said')
const calm = said.textContent
let usual: Record<string, [name: string, sums: string]> = {}

function say(words: string | null, wrong?: HTMLInputElement): void {
  for (const each of [plate, passport])
    if (each === wrong) each.setAttribute('aria-invalid', 'true')
    else each.removeAttribute('aria-invalid')
  wrong?.focus()
  said.toggleAttribute('data-wrong', Boolean(wrong))
  said.textContent = words
}

/** Rewritten only while somebody types at the end: a correction in the middle keeps its place. */
function typed(input: HTMLInputElement): string {
  const clean = cleanSigns(input.value)
  if (input.selectionStart === input.value.length) input.value = spacedSigns(clean)
  return clean
}

function showRegion(clean: string): void {
  const found = usual[plateRegion(clean) ?? '']
  plate.dataset.bar = plateBar(clean)
  say(found ? `${found[0]}: ${said.dataset.usual} ` : calm)
  if (!found) return
  const sum = document.createElement('b')
  sum.textContent = found[1]
  said.append(sum)
}

let complete = false
/** A whole plate leads on to the passport by itself, once. */
function plateTyped(): void {
  const clean = typed(plate)
  showRegion(clean)
  const now = isWholePlate(clean)
  if (now && !complete && !passport.value && document.activeElement === plate) passport.focus()
  complete = now
}
plate.addEventListener('input', plateTyped)
passport.addEventListener('input', () => {
  typed(passport)
  if (passport.hasAttribute('aria-invalid')) showRegion(cleanSigns(plate.value))
})
// What was typed before this script came, or is here again after «back».
if (plate.value) plateTyped()
// Without the prices the page says what it always says.
void fetch(said.dataset.prices ?? '')
  .then((answer) => answer.json())
  .then((prices: typeof usual) => {
    usual = prices
    if (plate.value && !said.hasAttribute('data-wrong')) showRegion(cleanSigns(plate.value))
  })
  .catch(() => undefined)

form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (!isPlate(plate.value)) return say(said.dataset.plate ?? '', plate)
  if (!isTechPassport(passport.value)) return say(said.dataset.passport ?? '', passport)
  keepTypedCar({
    plate: cleanSigns(plate.value),
    techPassport: cleanSigns(passport.value),
  })
  location.assign(form.action)
})
