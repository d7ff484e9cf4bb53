import { Picture, SMALL } from '#web/ui/picture.tsx'

interface PersonPrintProps {
  /** The URL of the photo. */
  src: string | null
  name: string
  className?: string
}

/** The square photo of a person beside their name in a list: a blank print with their initial where there is none. */
export function PersonPrint({ src, name, className = '' }: PersonPrintProps) {
  if (src) return <Picture src={src} alt="" sizes={SMALL} frame={1} className={`person-print ${className}`} />
  return (
    <span className={`person-print person-blank ${className}`} aria-hidden>
      {toInitial(name)}
    </span>
  )
}

const toInitial = (name: string) => (/\S/u.exec(name)?.[0] ?? '').toUpperCase()
