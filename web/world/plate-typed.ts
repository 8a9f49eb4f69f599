import { isPlate, normalisePlate } from '#domain/plate.ts'
import { plateBar } from '../typed-plate.ts'
import { plateMask } from '../ui/car-masks.ts'
import { keepMask } from '../ui/later-mask.ts'

// A plate on its land (`plate-land.tsx`): behind `#` to the purchase, which no server is told; to the check as
// that page's own form would send it.
const field = <T extends HTMLElement>(id: string): T => document.querySelector<T>(`#${id}`) as T
const form = field<HTMLFormElement>('car')
const plate = field<HTMLInputElement>('plate')
const said = field('said')
// What the server found wrong is no longer so once something is typed.
const calm = said.hasAttribute('data-wrong') ? '' : said.textContent

function say(wrong: boolean): void {
  plate.toggleAttribute('aria-invalid', wrong)
  said.toggleAttribute('data-wrong', wrong)
  said.textContent = wrong ? (said.dataset.plate ?? '') : calm
}

keepMask(
  plate,
  () => plateMask,
  ({ clean }) => {
    plate.dataset.bar = plateBar(clean)
    say(false)
  },
)

form.addEventListener('submit', (event) => {
  const clean = normalisePlate(plate.value)
  const right = isPlate(clean)
  // A field with a name goes with its form.
  if (right && plate.name) return
  event.preventDefault()
  if (!right) {
    say(true)
    plate.focus()
    return
  }
  const check = event.submitter instanceof HTMLButtonElement && event.submitter.value
  location.assign(check ? `${check}?q=${clean}` : `${form.action}#${clean}`)
})
