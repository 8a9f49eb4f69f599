import { formatTime } from '#domain/calendar.ts'
import { vehicleTypes } from '#texts/vehicle-types.ts'
import type { Reply } from '../../http/api.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Chip } from '../../ui/chip.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ClockIcon, DocumentIcon } from '../../ui/later-icons.tsx'
import words from './texts.ts'

type Message = Reply<'staffInbox'>['data']['messages'][number]

/** What somebody wants: an answer to a text, a call at their time, a bill for an organisation. */
export function Asked({ message: { text, call, organisation } }: { message: Message }) {
  const t = useTexts(words)
  return (
    <>
      {call ? (
        <p>
          <Chip tone="now" icon={<ClockIcon />}>
            {call.until
              ? t.callBetween(`${almatyTime(call.from)}–${endOf(call.until)}`)
              : t.callSoon}
          </Chip>
        </p>
      ) : null}
      {organisation ? <Organisation of={organisation} /> : null}
      {text ? <p>{text}</p> : null}
    </>
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
