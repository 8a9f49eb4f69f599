import './world.css'
import bump from './bump.svg?raw'
import panorama from './panorama.svg?raw'
import road from './road.svg?raw'

const drawings = { bump, panorama, road }

type Props = { of: keyof typeof drawings; className?: string | undefined }

/**
 * A drawing of the world, in the page itself. Its shapes carry classes and no colours
 * (`world.css`), so day and night are one drawing. Only on pages of HTML alone: a hydrated page
 * would carry it twice.
 */
export const Drawing = ({ of, className }: Props) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own files of this folder
  <span className={className} dangerouslySetInnerHTML={{ __html: drawings[of].trim() }} />
)
