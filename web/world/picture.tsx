/** Drawings that are files of their own, with their size: `pictures/<name>.svg`. */
const sizes = { certificate: [300, 190], flats: [400, 320] } as const

type Props = { of: keyof typeof sizes; alt?: string | undefined; className?: string | undefined }

/** A drawing further down the page, or in what opens: loaded when it is about to be seen. */
export const Picture = ({ of, alt = '', className }: Props) => (
  <img
    src={`/pictures/${of}.svg`}
    width={sizes[of][0]}
    height={sizes[of][1]}
    alt={alt}
    loading="lazy"
    className={className}
  />
)
