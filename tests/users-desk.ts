import { account, signedIn } from './client.ts'
import type { TestApp } from './test-app.ts'

export const chief = { iin: '880808399915', phone: '77010000591' }
export const second = { iin: '880808399905', phone: '77010000592' }
export const names = { surname: 'Ахметов', name: 'Дәурен', patronymic: 'Серікұлы' }

/** What an administrator of the test app does with accounts. */
export function usersDesk(at: () => TestApp) {
  let token: Promise<string> | null = null
  const administrator = () =>
    (token ??= (async () => {
      await account(at(), chief, { role: 'staff', administrator: true })
      return signedIn(at(), chief)
    })())
  const api = async <Name extends Parameters<ReturnType<typeof at>['api']>[0]>(
    name: Name,
    body: object,
  ) => at().api(name, body as never, await administrator(), 'ru')
  const create = async (of: {
    iin: string
    phone: string
    role: string
    administrator?: boolean
  }) => {
    const { body } = await api('staffUsersCreate', { ...names, ...of })
    return body as { success: boolean; code?: number; data?: { id: string; passwordSent: boolean } }
  }
  const auditOf = (id: string) =>
    at()
      .db.selectFrom('audit')
      .select(['action', 'details'])
      .where('object_id', '=', id)
      .orderBy('id')
      .execute()
  return { create, api, auditOf }
}
