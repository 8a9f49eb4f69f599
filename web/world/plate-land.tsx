import { isPlate, normalisePlate } from '#domain/plate.ts'
import { plateLetters } from '#domain/plate-letters.ts'
import { plateBar, spacedSigns } from '../typed-plate.ts'
import { Drawing } from './drawing.tsx'
import { type FrameProps, LandFrame } from './land-frame.tsx'
import { PlateInput } from './plate-input.tsx'
import styles from './plate-land.module.css'

type LandProps = Omit<FrameProps, 'scene' | 'live'>

/** The land with a barrier, or the steppe in the page itself. */
export const Land = (props: LandProps) => (
  <LandFrame
    {...props}
    scene={props.gate ? null : <Drawing of="panorama" className={styles.scene} />}
  />
)

type TypedProps = Omit<LandProps, 'plate'> & {
  label: string
  /** Said below the plate while nothing is wrong with it, and where something is. */
  calm: string
  wrong: string
  /** The field goes with its form: its name, what was typed, what the server said of it. */
  sent?: { name: string; typed: string; wrong: string | undefined } | undefined
}

const cleanOf = (typed: string) => normalisePlate(plateLetters(typed))
/** What was typed as the script writes it: `123abc02` → `123 ABC 02`; what is no plate as it is. */
const asOnPlate = (typed: string) => (isPlate(cleanOf(typed)) ? spacedSigns(cleanOf(typed)) : typed)

/** The number plate to type into (`plate-typed.ts`). A field without a name gets into no address. */
export const TypedLand = ({ label, calm, wrong, sent, below, ...land }: TypedProps) => (
  <Land
    {...land}
    plate={
      <PlateInput
        id="plate"
        label={label}
        labelled={!land.gate}
        aria-describedby="said"
        name={sent?.name}
        defaultValue={sent && asOnPlate(sent.typed)}
        data-bar={sent && plateBar(cleanOf(sent.typed))}
        aria-invalid={sent?.wrong ? true : undefined}
      />
    }
    below={
      <>
        <p
          id="said"
          aria-live="polite"
          data-plate={wrong}
          data-wrong={sent?.wrong ? '' : undefined}
        >
          {sent?.wrong ?? calm}
        </p>
        {below}
      </>
    }
  />
)

/** Wherever a page of HTML alone begins with a plate: the land is the form. */
export const PlateLand = ({ action, ...land }: TypedProps & { action: string }) => (
  // Where the form goes without a script.
  <form id="car" action={action} noValidate>
    <TypedLand {...land} />
  </form>
)
