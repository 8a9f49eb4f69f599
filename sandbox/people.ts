import { birthDateOf } from '#domain/iin.ts'
import type { Person } from '#systems/sandbox-kit.ts'
import { ofAnswers } from './people/answers.ts'
import { further } from './people/further.ts'
import { ofRegisters } from './people/registers.ts'
import { document, licence, type Seed } from './people/seed.ts'

/**
 * The ready people of the sandbox. All are synthetic: serial numbers 999x are never issued, the
 * check digits are valid. The first eighteen are fixed by docs/law/external-systems.md section 10;
 * the rest make the other ways through the product easy to walk.
 */

/** Their numbers, phones and papers follow from the order. */
const seeds: Seed[] = [...ofRegisters, ...ofAnswers, ...further]

/** Phones whose owners have no wallet of the bank (10301). */
export const phonesWithoutWallet = ['77010000026']

/** Fresh copies of the ready people: a world may change its own. */
export function readyPeople(): Person[] {
  return seeds.map(({ names: [surname, name, patronymic], ...given }, index) => {
    const number = String(index + 1).padStart(4, '0')
    return structuredClone({
      surname,
      name,
      patronymic,
      birthDate: birthDateOf(given.iin) ?? '',
      phone: `7701000${number}`,
      resident: true,
      documents: [document('ID_CARD', `04990${number}`, '2021-09-15', true)],
      driverLicence: licence(`AB10${number}`, '2020-10-05', '2030-10-05', '2014-10-05'),
      bonusMalus: { kind: 'CLASS' as const, class: '3' },
      benefit: false,
      lists: [],
      scoring: 'ok' as const,
      ...given,
    })
  })
}
