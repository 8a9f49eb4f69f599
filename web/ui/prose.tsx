import styles from './prose.module.css'

export type Part = { title?: string | undefined; paragraphs: readonly string[] }

/** Text to be read: short lines, headings between the parts. */
export const Prose = ({ parts }: { parts: readonly Part[] }) => (
  <div className={styles.prose}>
    {parts.map(({ title, paragraphs }) => (
      <section key={title ?? paragraphs[0]} className={styles.part}>
        {title ? <h2 className={styles.title}>{title}</h2> : null}
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    ))}
  </div>
)
