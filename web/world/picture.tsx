/** Drawings that are files of their own, with their size: `pictures/<name>.svg`. */
const sizes = {
  barrier: [340, 150],
  car: [240, 92],
  certificate: [300, 190],
  covered: [200, 130],
  crash: [320, 260],
  flats: [400, 320],
  gate: [1440, 380],
  line: [1440, 200],
  mine: [480, 164],
  panorama: [1440, 520],
  wire: [340, 130],
} as const

type Props = {
  of: keyof typeof sizes
  /** A state or a part that the drawing names itself by an id. */
  part?: string | undefined
  alt?: string | undefined
  className?: string | undefined
  /** In sight at once. */
  eager?: boolean | undefined
}

/** The address of a drawing that is a file of its own, in one of its states. */
export const pictureAddress = (of: Props['of'], part?: string): string =>
  `/pictures/${of}.svg${part ? `#${part}` : ''}`

/** A drawing further down the page, or in what opens: loaded when it is about to be seen. */
export const Picture = ({ of, part, alt = '', className, eager }: Props) => (
  <img
    src={pictureAddress(of, part)}
    width={sizes[of][0]}
    height={sizes[of][1]}
    alt={alt}
    loading={eager ? 'eager' : 'lazy'}
    className={className}
  />
)
