import { pathOf } from '#contract/pages.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { ArrowIcon } from '../../ui/icons.tsx'
import { Drawing } from '../../world/drawing.tsx'
import { Picture } from '../../world/picture.tsx'
import { PlateInput } from '../../world/plate-input.tsx'
import styles from './hero.module.css'
import words from './texts.ts'

/**
 * The number plate by the road, the technical passport, one button. Nothing is looked up here, so
 * nobody can look anybody up: the two numbers stay on the device (`typed.ts`) and go along into the
 * purchase. The fields have no names: without the script nothing of them gets into an address.
 */
export function Hero() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <form className={styles.hero} id="car" action={pathOf('ogpo-calculator-login', locale)}>
      <div className={styles.say}>
        <h1>
          <span>{t.heading[0]}</span> <span>{t.heading[1]}</span>
        </h1>
        <p className={styles.lead}>{t.lead}</p>
      </div>
      <div className={styles.stage}>
        <Drawing of="panorama" className={styles.scene} />
        <div className={styles.stand}>
          <PlateInput id="plate" label={t.plate} aria-describedby="said" />
        </div>
      </div>
      <div className={`deep ${styles.ground}`}>
        <div className={styles.fields}>
          <p
            id="said"
            className={styles.said}
            aria-live="polite"
            data-plate={t.wrongPlate}
            data-passport={t.wrongPassport}
            data-usual={t.usual}
            data-prices={`/usual-prices.${locale}.json`}
          >
            {t.calm}
          </p>
          <div className={styles.passport}>
            <label htmlFor="passport">{t.passport}</label>
            <input
              id="passport"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder="AF 12345678"
              aria-describedby="said"
            />
            <button type="button" popoverTarget="where">
              {t.where}
            </button>
          </div>
          <Button type="submit" wide icon={<ArrowIcon />}>
            {t.priced}
          </Button>
        </div>
      </div>
      <div className={styles.where} id="where" popover="auto" role="dialog" aria-label={t.where}>
        <p>{t.whereText}</p>
        <Picture of="certificate" alt="AF 12345678" />
        <button
          type="button"
          className={styles.close}
          popoverTarget="where"
          popoverTargetAction="hide"
        >
          {t.close}
        </button>
      </div>
    </form>
  )
}
