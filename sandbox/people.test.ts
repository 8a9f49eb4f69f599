import { expect, test } from 'vitest'
import { screen } from '#domain/kyc/kyc.ts'
import { aml } from '#systems/aml/client.ts'
import { sandboxLists } from '#systems/aml/protocol.ts'
import { sender } from '#systems/http.ts'
import { startSandbox } from './start.ts'

test('against the lists of the sandbox one ready person is a hit, the namesake a review, everybody else clear', async () => {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0 })
  const lists = aml({}, sender('aml', { journal: () => {} }))
  const files = await Promise.all(
    sandboxLists.map(({ code, path, format }) =>
      lists.fetch({ code, address: `${sandbox.url}${path}`, format }),
    ),
  )
  const entries = files.flatMap((file) => file.entries)
  const decisions = [...sandbox.world.people.values()].map((person) => [
    person.iin,
    screen(person, entries).decision,
  ])
  await sandbox.close()
  expect(decisions.filter(([, decision]) => decision !== 'clear')).toEqual([
    ['790101399902', 'hit'],
    ['830304399916', 'review'],
  ])
})
