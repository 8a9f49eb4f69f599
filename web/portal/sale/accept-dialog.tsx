import type { SentWay } from '#domain/payment-ways.ts'
import wayWords from '../../sale/way-texts.ts'
import { money, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import words, { acceptWords } from './texts.ts'

type Props = {
  sum: number
  /** The first is the one meant by the press. */
  ways: readonly SentWay[]
  onAccept: (way: SentWay) => void
  onClose: () => void
}

/**
 * What the client agrees to, asked for when the bill is sent: on a phone the bar below has no room
 * for it, and a box that is ticked unread is no agreement.
 */
export function AcceptDialog({ sum, ways, onAccept, onClose }: Props) {
  const t = useTexts(words)
  const own = useTexts(acceptWords)
  const said = useTexts(wayWords)
  const [first = 'mobile_bank', ...others] = ways
  return (
    <Dialog
      open
      onClose={onClose}
      title={own.title}
      closeLabel={t.close}
      actions={
        <>
          {others.map((way) => (
            <Button key={way} wide variant="secondary" onClick={() => onAccept(way)}>
              {said[way].send}
            </Button>
          ))}
          <Button wide onClick={() => onAccept(first)}>
            {sum === 0 ? own.reissue : said[first].accept(money(sum))}
          </Button>
        </>
      }
    >
      <p>{t.accepted}</p>
    </Dialog>
  )
}
