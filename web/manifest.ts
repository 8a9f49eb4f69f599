import type { PageName } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'

/** One answer kept in memory: bytes as files below `dist/`, already compressed. */
export type SiteFile = {
  /** Path below `dist/`. */
  file: string
  type: string
  /** Strong ETag with its quotes. */
  etag: string
  /**
   * Path below `dist/` of the compressed bytes; absent where compressing gains nothing (fonts,
   * images).
   */
  br?: string
  gz?: string
  /** The name holds a hash of the content: may be cached for a year. */
  immutable: boolean
  /** For pages: which one. */
  page?: PageName
  /** The query the address must have; any other is no page (`/founders/…?id=`). */
  query?: Record<string, string>
}

/** `dist/manifest.json`. */
export type SiteManifest = {
  /** Build id, the same as in `builds/latest.json`. */
  id: string
  /**
   * Folders of detail pages (`/founders/`): any other address below them is 404 «Page Not Found:
   * {fullPath}».
   */
  details: string[]
  /** Address path (`/`, `/ru/ogpo-calculator`, `/assets/…`, `/builds/latest.json`) → the answer. */
  paths: Record<string, SiteFile>
}

/** What the HTML of a page links to; addresses below `/`. */
export type PageAssets = {
  styles: string[]
  scripts: string[]
  preload: string[]
  /** The page's own script, loaded when somebody comes to a field. */
  own?: string
  /** Of a page that opens without a connection: all that it may load later. */
  later?: string[]
}

/** Handed to the renderer by the build. */
export type SiteAssets = {
  /**
   * `https://example.kz`, without a closing slash: canonical and hreflang links need whole
   * addresses.
   */
  origin: string
  font: string
  /** The letters of number plates. */
  plateFont: string
  icon: string
  /** Picture for link previews by language, PNG of 1200 × 630. */
  preview: Record<Locale, string>
  /** The build's id: how an open page notices that it is old. */
  build: string
  /** Script and styles loaded when somebody opens a dialog. */
  dialogs: Record<Locale, { script: string; style: string }>
  /** By the page's name; a page in one language carries no words of the other. */
  pages: Record<Locale, Record<string, PageAssets>>
}
