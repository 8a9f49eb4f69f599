import { useState } from 'react'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { FileSlot } from '../../ui/file-slot.tsx'
import { IinField } from '../../ui/iin-field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { PlateField } from '../../ui/plate-field.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './page.module.css'
import { Part } from './part.tsx'
import words from './texts.ts'

export function Fields() {
  const t = useTexts(words)
  const w = t.words
  const [wrongCodes, setWrongCodes] = useState(0)
  return (
    <Part title={t.fields}>
      <TextField name="g-name" label={w.name} hint={w.hint} />
      <TextField name="g-wrong" label={w.name} error={w.required} />
      <TextField name="g-hidden" label={w.name} error={w.required} errorHidden />
      <TextField
        name="g-optional"
        label={w.name}
        optional={w.optional}
        disabled
        defaultValue="Айгүл"
      />
      <PhoneField name="g-phone" label={w.phone} defaultValue="8 701 000 00 01" />
      <IinField name="g-iin" label={w.iin} />
      <PlateField name="g-plate" label={w.plate} defaultValue="123 авс 02" />
      <DateField name="g-date" label={w.date} />
      <Select
        name="g-region"
        label={w.region}
        placeholder={w.choose}
        options={[
          { value: 'a', label: w.city },
          { value: 'b', label: w.town },
        ]}
      />
      <TextField name="g-text" label={w.text} rows={3} />
      <CodeField
        name="g-code"
        label={w.code}
        onComplete={(code) => code !== '1234' && setWrongCodes((count) => count + 1)}
        wrongCodes={wrongCodes}
        error={wrongCodes ? w.required : undefined}
      />
      <FileSlot
        name="g-file"
        label={w.slot}
        hint={w.slotHint}
        addLabel={w.add}
        removeLabel={w.remove}
        tooLarge={(file) => `10\u00a0МБ: ${file}`}
        wrongKind={w.slotHint}
        onFile={() => {}}
      />
      <div className={styles.wide}>
        <GallerySummary title={w.summary} message={w.required} />
      </div>
    </Part>
  )
}

const fieldErrors = (message: string) => [{ field: 'g-wrong', message }]

/** The list is made once: a new one would take the focus again. */
function GallerySummary({ title, message }: { title: string; message: string }) {
  const [errors, setErrors] = useState<{ field: string; message: string }[]>([])
  return (
    <>
      <Button variant="secondary" onClick={() => setErrors(fieldErrors(message))}>
        {title}
      </Button>
      <ErrorSummary title={title} errors={errors} />
    </>
  )
}

export function Choices() {
  const t = useTexts(words)
  const w = t.words
  return (
    <Part title={t.choices}>
      <RadioCards
        name="g-pay"
        label={w.pay}
        defaultValue="bank"
        options={[
          { value: 'bank', label: w.bank, detail: w.hint },
          { value: 'card', label: w.card },
        ]}
      />
      <Checkbox name="g-agree" label={w.agree} />
      <Checkbox name="g-must" label={w.agree} error={w.required} />
      <Switch name="g-bell" label={w.bell} defaultChecked />
    </Part>
  )
}
