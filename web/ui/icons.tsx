import type { ReactNode } from 'react'

type IconProps = { className?: string | undefined }

/** One drawing of 24 × 24 in lines. */
export const icon = (drawing: ReactNode) =>
  function Icon({ className }: IconProps) {
    return (
      <svg
        className={className}
        viewBox="0 0 24 24"
        width="24"
        height="24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {drawing}
      </svg>
    )
  }

export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />)
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />)
export const ChevronIcon = icon(<path d="m6 9 6 6 6-6" />)
export const ArrowIcon = icon(<path d="M5 12h14m-6-6 6 6-6 6" />)
export const BackIcon = icon(<path d="M19 12H5m6-6-6 6 6 6" />)
export const PhoneIcon = icon(
  <path d="M6.5 3.5h3l1.5 4.2-2 1.6a12 12 0 0 0 5.7 5.7l1.6-2 4.2 1.5v3a2 2 0 0 1-2.2 2A17 17 0 0 1 4.5 5.7a2 2 0 0 1 2-2.2Z" />,
)
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8" r="3.8" />
    <path d="M4.8 20a7.2 7.2 0 0 1 14.4 0" />
  </>,
)
export const PeopleIcon = icon(
  <path d="M9 5a3.4 3.4 0 1 0 0 6.8A3.4 3.4 0 0 0 9 5ZM2.6 19.5a6.4 6.4 0 0 1 12.8 0M15.5 5.3a3.4 3.4 0 0 1 0 6.2M18 14.6a6.4 6.4 0 0 1 3.4 4.9" />,
)
export const MessageIcon = icon(<path d="M4 5h16v11.5H10L6 20v-3.5H4ZM8 9.5h8M8 12.5h5" />)
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11v5M12 8v.01" />
  </>,
)
export const WarnIcon = icon(
  <path d="M12 9.5v4m0 3v.01M10.6 4.6 3.2 17.4A1.6 1.6 0 0 0 4.6 20h14.8a1.6 1.6 0 0 0 1.4-2.6L13.4 4.6a1.6 1.6 0 0 0-2.8 0Z" />,
)
export const ErrorIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m9 9 6 6m0-6-6 6" />
  </>,
)
export const SuccessIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m8.5 12.3 2.5 2.5 4.5-5" />
  </>,
)
