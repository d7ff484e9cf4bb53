import { chooseTextOn, findAccentProblem, findDarkTone } from '#contract/accent.ts'
import { parseImageUrl } from '#contract/image-url.ts'
import type { VersionedSchool } from '#contract/school.ts'
import type { ImageDraft } from '#web/features/images/image-draft.ts'
import { usePreview } from '#web/features/images/use-preview.ts'
import type * as Forms from '#web/forms/use-versioned-form.ts'
import { ApertureIcon } from '#web/ui/icons.tsx'
import type { ImageName, SchoolDraft } from './school-draft.ts'

type PartProps = Forms.PartProps<SchoolDraft, VersionedSchool>

/** The colors of web/theme.css, for a school without its own. */
const OWN_COLORS = {
  light: { fill: '#1b1916', text: '#fbfaf7' },
  dark: { fill: '#f0a23a', text: '#1a1105' },
} as const

type Theme = keyof typeof OWN_COLORS

/** The bar of a page in both themes, with the logo and the accent as they are in the form. */
export function LookPreview(part: PartProps) {
  const light = useDraftUrl(part, 'logo')
  const dark = useDraftUrl(part, 'logo_dark')
  const [name, accent] = part.form.watch(['name', 'accent'])
  return (
    <figure className="look-preview">
      <figcaption className="text-sm text-soft">Preview</figcaption>
      <ThemePreview theme="light" logo={light} name={name} accent={accent} />
      <ThemePreview theme="dark" logo={light && (dark ?? light)} isOnWhite={!dark} name={name} accent={accent} />
    </figure>
  )
}

/** Returns the URL of an image that the form has; null for none. */
function useDraftUrl({ form, base }: PartProps, field: ImageName): string | null {
  const draft: ImageDraft = form.watch(field)
  const preview = usePreview(draft && draft !== 'remove' ? draft.file : undefined)
  if (draft === 'remove') return null
  const stored = base[field]
  return draft ? preview : stored && (parseImageUrl(stored, 1)?.small.webp ?? stored)
}

interface ThemePreviewProps {
  theme: Theme
  logo: string | null
  /** The logo has a white ground, since there is none for this theme. */
  isOnWhite?: boolean
  name: string
  accent: string
}

function ThemePreview({ theme, logo, isOnWhite = false, name, accent }: ThemePreviewProps) {
  return (
    <div className="look-preview-bar" data-theme={theme}>
      {logo ? (
        <img src={logo} alt="" className={isOnWhite ? 'bg-white p-1' : ''} />
      ) : (
        <p>
          <ApertureIcon className="size-4 shrink-0" />
          <span className="wrap-anywhere min-w-0">{name}</span>
        </p>
      )}
      <ButtonDrawing {...chooseColors(theme, accent)} />
      <span className="sr-only">{`${theme} theme`}</span>
    </div>
  )
}

/** An accent that cannot be used is not shown. */
function chooseColors(theme: Theme, accent: string): { fill: string; text: string } {
  if (findAccentProblem(accent)) return OWN_COLORS[theme]
  const fill = theme === 'dark' ? findDarkTone(accent) : accent
  return { fill, text: chooseTextOn(fill) }
}

/** A drawing, since it has colors that are not of the page. */
function ButtonDrawing({ fill, text }: { fill: string; text: string }) {
  return (
    <svg aria-hidden="true" className="h-8 w-16 shrink-0" viewBox="0 0 64 32">
      <rect width="64" height="32" fill={fill} />
      <text x="32" y="20.5" textAnchor="middle" fill={text} fontSize="13" fontWeight="500">
        Select
      </text>
    </svg>
  )
}
