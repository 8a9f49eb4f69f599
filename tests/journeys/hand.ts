import type { Locator, Page } from '@playwright/test'

/** Keys and presses a person needs, counted; what is typed into a field is counted apart. */
export function counted(page: Page) {
  let presses = 0
  const on = async (what: Locator) => {
    presses += 1
    await what.click()
  }
  return {
    presses: () => presses,
    begin: () => {
      presses = 0
    },
    key: async (key: string) => {
      presses += 1
      await page.keyboard.press(key)
    },
    on,
    chooses: async (select: Locator, option: Parameters<Locator['selectOption']>[0]) => {
      presses += 1
      await select.selectOption(option)
    },
    click: (name: string, role: 'button' | 'link' | 'option' = 'button') =>
      on(page.getByRole(role, { name }).first()),
  }
}
export type Hand = ReturnType<typeof counted>
