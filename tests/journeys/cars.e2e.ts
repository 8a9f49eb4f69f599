import { fieldText } from '#texts/fields.ts'
import { viewsOf } from './languages.ts'
import { button, opens, wordsOf as portalWords, row, street } from './promoter-screens.ts'
import { newCar, newHuman } from './sandbox.ts'
import {
  begins,
  expect,
  isSound,
  payButton,
  phone,
  row as reviewRow,
  test,
  wide,
  wordsOf,
} from './screens.ts'

/** A licence that does not tell the experience, and a car that is found by its owner alone. */
const renewed = {
  number: 'AB765433',
  issueDate: '2026-01-10',
  validTo: '2036-01-10',
  experienceFrom: '2006-01-10',
}
const organisation = '180440099996'
/** Twelve digits, and no one's number. */
const nobody = '850315399903'
test.use({ geolocation: street, permissions: ['geolocation'] })

for (const { where, locale, viewport } of viewsOf('whose the car is', [
  { where: 'on a phone in Kazakh', locale: 'kz', viewport: phone },
  { where: 'on a wide screen in Russian', locale: 'ru', viewport: wide },
] as const))
  test.describe(where, () => {
    test.use({ viewport })

    test('a buyer declares the experience and says whose the car is', async ({ page }) => {
      const w = wordsOf(locale)
      const [who, car] = [
        await newHuman({ driverLicence: renewed }),
        await newCar({ searchedBy: 'vin', ownerIin: organisation }),
      ]
      await begins(page, w, who)
      const own = reviewRow(page, w, 'drivers')
      await expect(own.getByText(w.buy.experienceOwn)).toBeVisible()
      await isSound(page)
      await own.getByRole('radio', { name: w.buy.experienceOver }).check()
      const cars = reviewRow(page, w, 'cars')
      await cars.getByLabel(w.buy.plate).pressSequentially(car.plate)
      await cars.getByLabel(w.buy.techPassport).pressSequentially(car.techPassport)
      const owner = cars.getByLabel(w.buy.carOwner)
      await expect(owner).toBeVisible()
      await isSound(page)
      await owner.pressSequentially(nobody)
      await expect(cars.getByText(fieldText('owner', locale))).toBeVisible()
      await owner.fill('')
      await owner.pressSequentially(organisation)
      await expect(cars.getByText(/Toyota/)).toBeVisible()
      await expect(own.getByText(w.buy.experienceDeclared(w.buy.yourself, true))).toBeVisible()
      await expect(payButton(page)).toBeVisible()
      await isSound(page)
    })

    test('a promoter marks the experience and says whose the car is', async ({ page }) => {
      const w = portalWords(locale)
      const [who, car] = [
        await newHuman({ driverLicence: renewed }),
        await newCar({ searchedBy: 'vin', ownerIin: organisation }),
      ]
      await opens(page, w)
      await button(page, w.sell.addDriver).click()
      await row(page, w.sell.driver(1)).getByLabel(w.sell.iin).pressSequentially(who.iin)
      const box = row(page, w.sell.driver(1)).getByRole('checkbox', { name: w.sell.experienceBox })
      await expect(box).toBeVisible()
      await box.check()
      await row(page, w.sell.car(1)).getByLabel(w.sell.plate).pressSequentially(car.plate)
      await row(page, w.sell.car(1)).getByLabel(w.sell.techPassport).fill(car.techPassport)
      const owner = row(page, w.sell.car(1)).getByLabel(w.sell.carOwner)
      await expect(owner).toBeVisible()
      await isSound(page)
      await owner.pressSequentially(nobody)
      await expect(row(page, w.sell.car(1)).getByText(fieldText('owner', locale))).toBeVisible()
      await owner.fill('')
      await owner.pressSequentially(organisation)
      await expect(row(page, w.sell.car(1)).getByText(/Toyota/)).toBeVisible()
      await isSound(page)
    })
  })
