import { formatTime } from '#domain/calendar.ts'
import { piecesOf } from '#domain/inbox.ts'
import { vehicleTypes } from '#texts/vehicle-types.ts'
import type { Reply } from '../../http/api.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Chip } from '../../ui/chip.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ClockIcon, DocumentIcon } from '../../ui/later-icons.tsx'
import inbox from './inbox.module.css'
import inboxWords from './inbox-texts.ts'
import words from './texts.ts'

type Message = Reply<'staffInboxThread'>['data']['messages'][number]
type Props = { message: Message; onNumber: (number: string) => void }
type Words = (typeof words)['kz']

/** What somebody wants: an answer to a text, a call at their time, a bill for an organisation. */
export function RequestDetails({ message: { text, call, organisation }, onNumber }: Props) {
  const t = useTexts(words)
  return (
    <>
      {call ? (
        <p>
          <Chip tone="now" icon={<ClockIcon />}>
            {whenCalled(t, call)}
          </Chip>
        </p>
      ) : null}
      {organisation ? <Organisation of={organisation} /> : null}
      {text ? <Text text={text} onNumber={onNumber} /> : null}
    </>
  )
}

/** When somebody wants to be called. */
export const whenCalled = (t: Words, { from, until }: NonNullable<Message['call']>): string =>
  until ? t.callBetween(`${almatyTime(from)}–${endOf(until)}`) : t.callSoon

/** Words with the numbers in them, each of which can be looked for. */
function Text({ text, onNumber }: { text: string; onNumber: Props['onNumber'] }) {
  const i = useTexts(inboxWords)
  return (
    <p>
      {piecesOf(text).map(({ text: piece, number }, at) =>
        number ? (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text do not move
            key={at}
            type="button"
            className={inbox.number}
            title={i.find(piece)}
            onClick={() => onNumber(number)}
          >
            {piece}
          </button>
        ) : (
          piece
        ),
      )}
    </p>
  )
}

/** The end of a slot; midnight belongs to the evening it closes. */
const endOf = (instant: string): string => {
  const time = formatTime(new Date(instant))
  return time === '00:00' ? '24:00' : time
}

function Organisation({ of }: { of: NonNullable<Message['organisation']> }) {
  const all = useTexts(words)
  const t = all.organisation
  const locale = useLocale()
  const nameOf = (code: string) => vehicleTypes.find((one) => one.code === code)?.[locale] ?? code
  return (
    <>
      <p>
        <Chip icon={<DocumentIcon />}>{all.bill}</Chip>
      </p>
      <Facts
        facts={[
          { label: t.name, value: of.name },
          { label: t.bin, value: of.bin },
          ...(of.address ? [{ label: t.address, value: of.address }] : []),
          {
            label: t.place,
            value: `${of.region[locale]}, ${t.settlements[of.settlement]}`,
          },
          ...(of.carriage ? [{ label: t.carriage, value: t.carriageYes }] : []),
          {
            label: t.cars,
            value: (
              <ul>
                {of.groups.map(({ vehicleType, over, count, each, sum }) => (
                  <li key={`${vehicleType} ${over}`}>
                    {t.line(nameOf(vehicleType), over, count, money(each), money(sum))}
                  </li>
                ))}
              </ul>
            ),
          },
          { label: t.total, value: money(of.total) },
          ...(of.plates.length > 0 ? [{ label: t.plates, value: of.plates.join(', ') }] : []),
        ]}
      />
    </>
  )
}
