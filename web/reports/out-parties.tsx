import { type PartyField, partyFields, signedFields } from '#domain/books/parties.ts'
import { ask } from '../http/ask.ts'
import { useTexts } from '../texts.ts'
import { ActDialog, ActError, useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { DenseTable } from '../ui/dense-table.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { useOptions } from './options.ts'
import styles from './out.module.css'
import type { Filling, OutData } from './out-data.ts'
import words from './out-texts.ts'

type Row = OutData['parties'][number]

/** Returns the fields of a party: an operator of a payment method has a name only. */
function fieldsOf(code: string): readonly PartyField[] {
  if (code.startsWith('way-')) return ['name', 'bin']
  const other = code === 'own' ? ['knp', 'contract', 'contractDay'] : ['signer']
  return partyFields.filter((field) => !other.includes(field))
}

/** Returns a function that names a party: an insurer in the language of the screen. */
const useNames = () => {
  const { insurer } = useOptions()
  return ({ code, title }: Row) =>
    code === 'own' || code.startsWith('way-') ? title : insurer(code)
}

type PartsProps = { data: OutData; onFill: (what: Filling) => void; onDecided: () => void }

/** Ourselves, the insurers and the operators of payment methods, with their details. */
export function PartiesPart({ data, onFill, onDecided }: PartsProps) {
  const t = useTexts(words)
  const named = useNames()
  return (
    <div className={styles.part}>
      <h2>{t.parties}</h2>
      <p className={styles.soft}>{t.partiesAbout}</p>
      {data.parties.map((row) =>
        row.waiting ? (
          <Waiting key={row.code} name={named(row)} waiting={row.waiting} onDecided={onDecided} />
        ) : null,
      )}
      <DenseTable
        caption={t.parties}
        rows={data.parties}
        keyOf={({ code }) => code}
        height="dense"
        columns={[
          {
            key: 'party',
            title: t.party,
            grows: true,
            cell: (row) => (
              <span className={styles.opens}>
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={t.editOf(named(row))}
                  onClick={() => onFill({ what: 'party', code: row.code })}
                >
                  {named(row)}
                </Button>
              </span>
            ),
          },
          { key: 'bin', title: t.bin, cell: ({ facts }) => facts.bin || '–' },
          {
            key: 'state',
            title: t.state,
            cell: ({ code, facts, sample, waiting }) => {
              if (waiting) return <StateWord tone="now">{t.waits}</StateWord>
              const lacks = fieldsOf(code).filter((field) => !facts[field]).length
              return (
                <StateWord tone={lacks > 0 ? 'bad' : 'good'}>
                  {lacks > 0 ? t.incomplete(lacks) : sample ? t.sample : t.complete}
                </StateWord>
              )
            },
          },
          {
            key: 'who',
            title: t.who,
            from: 900,
            cell: ({ by, at, signed }) => (
              <span className={styles.soft}>
                {by && at ? `${by}, ${almatyTime(at)}` : ''}
                {signed ? <br /> : null}
                {signed ? t.signedBy(signed.by.join(', '), almatyTime(signed.at)) : ''}
              </span>
            ),
          },
        ]}
      />
    </div>
  )
}

type WaitingProps = {
  name: string
  waiting: NonNullable<Row['waiting']>
  onDecided: () => void
}

/** A requested change: old and new values, and the second signature. */
function Waiting({ name, waiting, onDecided }: WaitingProps) {
  const t = useTexts(words)
  const act = useAct(null)
  const { id, by, at, mine, changes } = waiting
  const does = async (work: () => Promise<unknown>, said: string) => {
    if (await act.run(work, said)) onDecided()
  }
  return (
    <section className={styles.waiting} aria-label={t.waitsOf(name)}>
      <h3>{t.waitsOf(name)}</h3>
      <p className={styles.soft}>
        {by}, {almatyTime(at)}
      </p>
      <dl>
        {changes.map(({ field, was, now }) => (
          <div key={field}>
            <dt>{t.field[field]}</dt>
            <dd>
              <del>{was || t.unknown}</del> → <ins>{now || t.unknown}</ins>
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.decides}>
        {mine ? null : (
          <Button
            size="small"
            busy={act.busy}
            aria-label={`${t.sign}: ${name}`}
            onClick={() => void does(() => ask('reportSignParty', { id }), t.signed)}
          >
            {t.sign}
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          busy={act.busy}
          aria-label={`${mine ? t.withdraw : t.decline}: ${name}`}
          onClick={() => void does(() => ask('reportWithdrawParty', { id }), t.withdrawn)}
        >
          {mine ? t.withdraw : t.decline}
        </Button>
      </div>
      <ActError act={act} />
    </section>
  )
}

type EditProps = { data: OutData; filling: Filling; onClose: () => void; onDone: () => void }
const signed: ReadonlySet<PartyField> = new Set(signedFields)
const digits: ReadonlySet<PartyField> = new Set(['bin', 'kbe', 'knp'])

export function EditParty({ data, filling, onClose, onDone }: EditProps) {
  const t = useTexts(words)
  const named = useNames()
  const act = useAct(null)
  const say = useToast()
  const row = data.parties.find(({ code }) => filling?.what === 'party' && code === filling.code)
  // A change that waits for its second signature is decided before another one.
  const fields = row
    ? fieldsOf(row.code).filter((field) => !(row.waiting && signed.has(field)))
    : []
  const save = async (form: FormData) => {
    if (!row) return
    const facts = Object.fromEntries(fields.map((field) => [field, String(form.get(field) ?? '')]))
    const isDone = await act.run(async () => {
      const { data } = await ask('reportSetParty', { code: row.code, facts })
      say({ text: data.waits ? t.sentToSign : t.saved, tone: 'good' })
    })
    if (isDone) onDone()
  }
  return (
    <ActDialog
      open={row !== undefined}
      title={row ? named(row) : ''}
      submit={t.save}
      act={act}
      onClose={onClose}
      onSubmit={(form) => void save(form)}
    >
      <p className={styles.soft}>{row?.waiting ? t.waitsAbout : t.partiesAbout}</p>
      {row ? (
        <div className={styles.fields} key={row.code}>
          {fields.map((field) =>
            field === 'contractDay' ? (
              <DateField
                key={field}
                name={field}
                label={t.field[field]}
                defaultValue={row.facts[field]}
                error={act.errors[`facts.${field}`]}
              />
            ) : (
              <TextField
                key={field}
                name={field}
                label={t.field[field]}
                inputMode={digits.has(field) ? 'numeric' : 'text'}
                autoComplete="off"
                defaultValue={row.facts[field]}
                error={act.errors[`facts.${field}`]}
              />
            ),
          )}
        </div>
      ) : null}
      {Object.keys(act.errors).length > 0 ? null : <ActError act={act} />}
    </ActDialog>
  )
}
