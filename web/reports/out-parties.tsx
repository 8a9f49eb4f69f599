import { type PartyField, partyFields } from '#domain/books/parties.ts'
import { ask } from '../http/ask.ts'
import { useTexts } from '../texts.ts'
import { ActDialog, ActError, useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { DenseTable } from '../ui/dense-table.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useOptions } from './options.ts'
import styles from './out.module.css'
import type { Filling, OutData } from './out-data.ts'
import words from './out-texts.ts'

type Row = OutData['parties'][number]

/** Which fields are said of whom: who runs a way to pay is only named. */
function fieldsOf(code: string): readonly PartyField[] {
  if (code.startsWith('way-')) return ['name', 'bin']
  const other = code === 'own' ? ['knp', 'contract', 'contractDay'] : ['signer']
  return partyFields.filter((field) => !other.includes(field))
}

/** What it is called: an insurer by the language of the screen. */
const useNames = () => {
  const { insurer } = useOptions()
  return ({ code, title }: Row) =>
    code === 'own' || code.startsWith('way-') ? title : insurer(code)
}

/** Ourselves, the insurers and who runs the ways to pay, with what is known of each. */
export function PartiesPart({ data, onFill }: { data: OutData; onFill: (what: Filling) => void }) {
  const t = useTexts(words)
  const named = useNames()
  return (
    <div className={styles.part}>
      <h2>{t.parties}</h2>
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
            cell: ({ code, facts, sample }) => {
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
            cell: ({ by, at }) => (
              <span className={styles.soft}>{by && at ? `${by}, ${almatyTime(at)}` : ''}</span>
            ),
          },
        ]}
      />
    </div>
  )
}

type EditProps = { data: OutData; filling: Filling; onClose: () => void; onDone: () => void }
const digits: ReadonlySet<PartyField> = new Set(['bin', 'kbe', 'knp'])

export function EditParty({ data, filling, onClose, onDone }: EditProps) {
  const t = useTexts(words)
  const named = useNames()
  const act = useAct(t.saved)
  const row = data.parties.find(({ code }) => filling?.what === 'party' && code === filling.code)
  const save = async (form: FormData) => {
    if (!row) return
    const facts = Object.fromEntries(
      fieldsOf(row.code).map((field) => [field, String(form.get(field) ?? '')]),
    )
    if (await act.run(() => ask('reportSetParty', { code: row.code, facts }))) onDone()
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
      {row ? (
        <div className={styles.fields} key={row.code}>
          {fieldsOf(row.code).map((field) =>
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
