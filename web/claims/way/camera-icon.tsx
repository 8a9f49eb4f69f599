import { icon } from '../../ui/icons.tsx'

export const CameraIcon = icon(
  <path d="M4 8h3.5L9 5.5h6L16.5 8H20v11H4ZM12 10a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8Z" />,
)
