import { isTechPassport } from '#domain/document-numbers.ts'
import { isPlate } from '#domain/plate.ts'
import { keepTypedCar } from '../../typed-car.ts'
import { isWholePlate, plateBar, plateRegion } from '../../typed-plate.ts'
import { plateMask, techPassportMask } from '../../ui/car-masks.ts'
import { keepMask } from '../../ui/later-mask.ts'
import type { Edited } from '../../ui/mask.ts'

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

const clean = { plate: '', passport: '' }

function showRegion(): void {
  const found = usual[plateRegion(clean.plate) ?? '']
  plate.dataset.bar = plateBar(clean.plate)
  say(found ? `${found[0]}: ${said.dataset.usual} ` : calm)
  if (!found) return
  const sum = document.createElement('b')
  sum.textContent = found[1]
  said.append(sum)
}

let complete = false
/** A whole plate leads on to the passport by itself, once. */
function plateTyped({ clean: number, problem }: Edited): void {
  clean.plate = number
  showRegion()
  const now = isWholePlate(number)
  if (now && !complete && !passport.value && document.activeElement === plate) passport.focus()
  complete = now
  if (problem?.what === 'refused') say(said.dataset.plate ?? '', plate)
}
function passportTyped({ clean: number, problem }: Edited): void {
  clean.passport = number
  if (passport.hasAttribute('aria-invalid')) showRegion()
  if (problem?.what === 'refused') say(said.dataset.passport ?? '', passport)
}
keepMask(plate, () => plateMask, plateTyped)
keepMask(passport, () => techPassportMask, passportTyped)
// Without the prices the page says what it always says.
void fetch(said.dataset.prices ?? '')
  .then((answer) => answer.json())
  .then((prices: typeof usual) => {
    usual = prices
    if (plate.value && !said.hasAttribute('data-wrong')) showRegion()
  })
  .catch(() => undefined)

form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (!isPlate(plate.value)) return say(said.dataset.plate ?? '', plate)
  if (!isTechPassport(passport.value)) return say(said.dataset.passport ?? '', passport)
  keepTypedCar({ plate: clean.plate, techPassport: clean.passport })
  location.assign(form.action)
})
