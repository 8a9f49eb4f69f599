import './world.css'
import './pictures.css'
import flats from './pictures/flats.svg?raw'

/**
 * The house cut open, in the page itself: where it stands in the land at once. Further down a page
 * it is a `Picture`. Only on pages of HTML alone.
 */
export const OpenHouse = ({ className }: { className?: string | undefined }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file of this folder
  <span className={className} dangerouslySetInnerHTML={{ __html: flats.trim() }} />
)
