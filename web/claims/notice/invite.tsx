import { pathOf } from '#contract/pages.ts'
import { isPlate } from '#domain/plate.ts'
import { goTo } from '../../navigation.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice as Told } from '../../ui/notice.tsx'
import type { StopProps } from '../way/way.ts'
import words from './texts.ts'

/**
 * After a collision of two cars with nobody hurt, both drivers may settle it on two phones, without
 * the police.
 */
export function Invite({ hand }: Pick<StopProps, 'hand'>) {
  const t = useTexts(words)
  const locale = useLocale()
  const { answers, third_party: third, photographs } = hand.draft
  const other = third ? answers.own_plate : answers.other_plate
  if (answers.injured || !answers.on || !answers.at || !isPlate(other ?? '')) return null
  const signed = photographs.some(({ id }) => id === hand.draft.notice_file)
  const open = async () => {
    const wrong = await hand.flush()
    if (wrong.length === 0) goTo(`${pathOf('claim', locale)}?draft=${hand.draft.id}&notice`)
  }
  return (
    <Told
      tone={signed ? 'success' : 'info'}
      title={signed ? t.inviteSigned : t.invite}
      action={
        <Button size="small" variant="secondary" onClick={() => void open()}>
          {signed ? t.title : t.inviteGo}
        </Button>
      }
    >
      {signed ? null : t.inviteText}
    </Told>
  )
}
