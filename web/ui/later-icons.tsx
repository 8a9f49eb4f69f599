import { icon } from './icons.tsx'

// Icons that no page shows at once: separate, because icons.tsx loads with every page.

export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />)
export const FilterIcon = icon(<path d="M4 7h16M7 12h10M10 17h4" />)
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
export const CarIcon = icon(
  <>
    <path d="M3.5 16.5v-3.2a2 2 0 0 1 1.2-1.8l1.3-.6 1.6-3.7A2 2 0 0 1 9.4 6h5.2a2 2 0 0 1 1.8 1.2l1.6 3.7 1.3.6a2 2 0 0 1 1.2 1.8v3.2h-2M9 16.5h6M5.5 16.5h-2M6 11h12" />
    <circle cx="7" cy="16.8" r="1.8" />
    <circle cx="17" cy="16.8" r="1.8" />
  </>,
)
export const PinIcon = icon(
  <path d="M12 21s6.5-6 6.5-11a6.5 6.5 0 0 0-13 0c0 5 6.5 11 6.5 11ZM12 7.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6Z" />,
)
export const CrashIcon = icon(
  <path d="M12 3v4M5 6l3 3M19 6l-3 3M3.5 18v-3l1.5-4h6v7ZM20.5 18v-3L19 11h-6v7Z" />,
)
export const ShieldIcon = icon(<path d="M12 3.5 19 6v6c0 4-3 7-7 8.5C8 19 5 16 5 12V6Z" />)
export const HouseIcon = icon(<path d="m4 11 8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6" />)
export const DocumentIcon = icon(
  <path d="M14 3.5H7a1.5 1.5 0 0 0-1.5 1.5v14A1.5 1.5 0 0 0 7 20.5h10a1.5 1.5 0 0 0 1.5-1.5V8L14 3.5Zm0 0V8h4.5M9 12.5h6M9 16h4" />,
)
export const DownloadIcon = icon(<path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14" />)
export const CardIcon = icon(
  <path d="M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5ZM3 10h18M7 14.5h3" />,
)
export const BankIcon = icon(
  <path d="M4 10h16L12 4.5 4 10ZM5 19.5h14M6.5 10v7M10.2 10v7m3.6-7v7m3.7-7v7" />,
)
export const AgainIcon = icon(<path d="M19 12a7 7 0 1 1-2.2-5.1M19 4v4h-4" />)
export const BellIcon = icon(<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1h-15l1.5-1ZM10 20h4" />)
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </>,
)
export const EditIcon = icon(
  <path d="m14.5 6 3.5 3.5M5 19l.8-3.8L16.3 4.7a1.6 1.6 0 0 1 2.3 0l.7.7a1.6 1.6 0 0 1 0 2.3L8.8 18.2 5 19Z" />,
)
export const TrashIcon = icon(
  <path d="M4.5 7h15M10 11v6m4-6v6M6.5 7l.8 11.6A1.5 1.5 0 0 0 8.8 20h6.4a1.5 1.5 0 0 0 1.5-1.4L17.5 7M9 7V5.5A1.5 1.5 0 0 1 10.5 4h3A1.5 1.5 0 0 1 15 5.5V7" />,
)
export const QrIcon = icon(
  <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2m4-2v2m-6 4h2m2-2h2v2" />,
)
export const ShareIcon = icon(<path d="M12 15V4m-4 4 4-4 4 4M5 12v7h14v-7" />)
export const WalletIcon = icon(<path d="M4 7.5h16V19H4ZM4 7.5V6l12-2v3.5M20 11.5h-5v3.5h5" />)
export const CalendarIcon = icon(<path d="M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M12 13v4M10 15h4" />)
export const DayIcon = icon(
  <path d="M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 14h.01M12 14h.01M16 14h.01M8 17h.01M12 17h.01" />,
)
export const LockIcon = icon(<path d="M7.5 11V8a4.5 4.5 0 0 1 9 0v3M5.5 11h13v9h-13z" />)
