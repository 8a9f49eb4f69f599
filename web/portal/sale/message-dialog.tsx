import { useEffect, useState } from 'react'
import { type ClientMessage, readClientMessage } from '#domain/client-message.ts'
import { formatPhone } from '#domain/phone.ts'
import { fieldText } from '#texts/fields.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/replies.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ClientForm } from './client-form.tsx'
import { Qr } from './hand-off-dialog.tsx'
import styles from './order.module.css'
import type { Taken } from './state/from-message.ts'
import type { Form } from './state/state.ts'
import { messageWords as words } from './texts.ts'

/** In the dialog of a message: the code for the client's phone, and their progress. */
export function AskOnPhone({ of: { url, state, ask } }: { of: ClientForm }) {
  const t = useTexts(words)
  const { busy, once } = useMutation()
  const [formError, setFormError] = useState<string | null>(null)
  const [copied, setCopied] = useState(false)
  const begin = () =>
    once(ask, (error) => {
      const apiError = apiErrorOf(error)
      setFormError(apiError.message || (apiError.kind === 'offline' ? t.offline : t.failed))
    })
  if (!url || state === 'expired')
    return (
      <>
        {formError ? <Notice tone="error" live title={formError} /> : null}
        <Button variant="secondary" wide busy={busy} onClick={() => void begin()}>
          {t.onPhone}
        </Button>
      </>
    )
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(url)
    setCopied(true)
  }
  return (
    <div className={styles.asked}>
      <p>{t.onPhoneText}</p>
      <Qr text={url} label={t.qr} />
      <RowProgress>{state === 'seen' ? t.typing : t.waiting}</RowProgress>
      {formError ? <Notice tone="warn" live title={formError} /> : null}
      <Button
        variant="secondary"
        size="small"
        onClick={() => void copy().catch(() => setFormError(url))}
      >
        {copied ? t.copied : t.copy}
      </Button>
    </div>
  )
}

/** Longer than any client's message; the rest is ignored. */
const longest = 4000

type Props = {
  /** Text pasted into a field; '': paste it here. */
  text: string
  form: Pick<Form, 'policyholder' | 'cars'>
  /** What the client types on their own phone instead of a message. */
  client: ClientForm
  onTake: (taken: Taken) => void
  onClose: () => void
}

/** A client's message parsed into fields: all are shown, and only ticked ones are used. */
export function MessageDialog({ text: first, form, client, onTake, onClose }: Props) {
  const t = useTexts(words)
  const [pasted, setPasted] = useState(first)
  const [text, setText] = useState(first)
  const [left, setLeft] = useState<readonly string[]>([])
  const read = readClientMessage(text.slice(0, longest))
  const parts = partsOf(read)
  const taken = parts.filter(({ key }) => !left.includes(key))

  // Reads the clipboard, if the browser permits, and sets the focus. Once.
  useEffect(() => {
    document.getElementById(first ? 'message-take' : 'message')?.focus()
    if (first) return
    navigator.clipboard?.readText().then(
      (copied) => {
        if (partsOf(readClientMessage(copied)).length === 0) return
        setPasted(copied)
        setText(copied)
        document.getElementById('message-take')?.focus()
      },
      () => {},
    )
  }, []) // oxlint-disable-line react/exhaustive-deps

  const take = (): void => onTake(takenOf(read, taken))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      closeLabel={t.close}
      actions={
        <Button id="message-take" wide disabled={taken.length === 0} onClick={take}>
          {t.take(taken.length)}
        </Button>
      }
    >
      <TextField
        key={pasted}
        name="message"
        label={t.label}
        hint={t.hint}
        rows={3}
        autoComplete="off"
        defaultValue={pasted}
        onValue={(typed) => {
          setText(typed)
          setLeft([])
        }}
      />
      <div aria-live="polite">
        {parts.length ? (
          <fieldset className={styles.parts}>
            <legend>{t.found}</legend>
            {parts.map((part) => (
              <PartBox
                key={part.key}
                part={part}
                now={standing(part, form)}
                onChecked={(on) =>
                  setLeft(on ? left.filter((key) => key !== part.key) : [...left, part.key])
                }
              />
            ))}
          </fieldset>
        ) : text.trim() ? (
          <p>{t.nothing}</p>
        ) : null}
      </div>
      <Unread of={read.unread} />
      {parts.length === 0 ? <AskOnPhone of={client} /> : null}
    </Dialog>
  )
}

type Field = 'iin' | 'phone' | 'plate' | 'techPassport' | 'email'
type Part = { key: string; of: 'person' | 'car'; at: number; field: Field; value: string }

/** Returns the found parts, in the order of the sheet. */
const partsOf = ({ people, cars, email }: ClientMessage): Part[] =>
  [
    ...people.flatMap(({ iin, phone }, at) => [
      { of: 'person' as const, at, field: 'iin' as const, value: iin },
      { of: 'person' as const, at, field: 'phone' as const, value: phone },
    ]),
    ...cars.flatMap(({ plate, techPassport }, at) => [
      { of: 'car' as const, at, field: 'plate' as const, value: plate },
      { of: 'car' as const, at, field: 'techPassport' as const, value: techPassport },
    ]),
    { of: 'person' as const, at: 0, field: 'email' as const, value: email },
  ]
    .filter(({ value }) => value !== '')
    .map((part) => ({ ...part, key: `${part.of}-${part.at}-${part.field}` }))

/** Returns the message without unticked parts. */
function takenOf({ people, cars, email }: ClientMessage, parts: readonly Part[]): Taken {
  const kept = (of: Part['of'], at: number, field: Field): boolean =>
    parts.some((part) => part.of === of && part.at === at && part.field === field)
  return {
    people: people.map(({ iin, phone }, at) => ({
      iin: kept('person', at, 'iin') ? iin : '',
      phone: kept('person', at, 'phone') ? phone : '',
    })),
    cars: cars
      .map(({ plate, techPassport }, at) => ({
        plate: kept('car', at, 'plate') ? plate : '',
        techPassport: kept('car', at, 'techPassport') ? techPassport : '',
      }))
      .filter(({ plate, techPassport }) => plate !== '' || techPassport !== ''),
    email: kept('person', 0, 'email') ? email : '',
  }
}

/** Returns the value that a part would replace. */
function standing({ of, at, field, value }: Part, { policyholder }: Props['form']): string {
  if (of !== 'person' || at > 0 || field === 'plate' || field === 'techPassport') return ''
  const now = policyholder[field].replace(/^\+/, '')
  return now === value ? '' : now
}

function PartBox({
  part: { key, of, at, field, value },
  now,
  onChecked,
}: {
  part: Part
  now: string
  onChecked: (on: boolean) => void
}) {
  const t = useTexts(words)
  const whose = of === 'car' ? t.car(at + 1) : at === 0 ? t.policyholder : t.driver(at)
  return (
    <Checkbox
      name={key}
      defaultChecked
      label={
        <>
          {whose}, {t.of[field]}: <strong>{field === 'phone' ? formatPhone(value) : value}</strong>
        </>
      }
      hint={now ? t.instead(now) : undefined}
      onChecked={onChecked}
    />
  )
}

/** Long numbers of no known kind: a digit too few, an organisation, another country. */
function Unread({ of }: { of: ClientMessage['unread'] }) {
  const t = useTexts(words)
  const locale = useLocale()
  if (of.length === 0) return null
  return (
    <Notice tone="warn" title={t.unread}>
      <ul>
        {of.map(({ text, fault }) => (
          <li key={text}>
            {text}
            {fault ? `: ${fieldText(fault, locale)}` : ''}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
