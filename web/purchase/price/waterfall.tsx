import { money, useLocale, useTexts } from '../../texts.ts'
import words from './explained-texts.ts'
import { explain, type Factor } from './factor-words.ts'
import styles from './waterfall.module.css'

/**
 * The premium's breakdown: each coefficient in words and the sum after it. `premium` is the
 * server's whole tenge.
 */
export function Waterfall({ factors, premium }: { factors: readonly Factor[]; premium: number }) {
  const t = useTexts(words)
  const lines = explain(factors, useLocale())
  const top = Math.max(premium, ...lines.map((line) => line.running))
  return (
    <ol className={styles.lines}>
      {lines.map((line, index) => (
        <li key={line.code} className={styles.line} data-neutral={line.neutral ? '' : undefined}>
          <p className={styles.title}>{line.title}</p>
          <p className={styles.times}>{line.times}</p>
          <p className={styles.because}>{line.because}</p>
          <p className={styles.running}>
            {index > 0 && !line.neutral ? money(line.running) : null}
          </p>
          {line.neutral ? null : (
            <Bar from={lines[index - 1]?.running ?? 0} to={line.running} top={top} />
          )}
        </li>
      ))}
      <li className={styles.line} data-sum="">
        <p className={styles.title}>{t.sum}</p>
        <p className={styles.times}>{money(premium)}</p>
      </li>
    </ol>
  )
}

/**
 * From the sum before to the sum after; drawn with attributes, since the page's policy allows no
 * inline style.
 */
function Bar({ from, to, top }: { from: number; to: number; top: number }) {
  const at = (sum: number): number => Math.round((sum / top) * 1000) / 10
  const [low, high] = [Math.min(from, to), Math.max(from, to)]
  return (
    <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.rail} width={at(low)} height="4" />
      <rect
        className={from === 0 ? styles.base : to > from ? styles.more : styles.less}
        x={at(low)}
        width={Math.max(0.6, at(high) - at(low))}
        height="4"
      />
    </svg>
  )
}
