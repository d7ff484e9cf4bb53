import { Avatar } from './picture.tsx'

interface PersonPhotoProps {
  src: string | null
  name: string
  className: string
}

/** The photo of a person beside their name; the initials of who has none. */
export function PersonPhoto({ src, name, className }: PersonPhotoProps) {
  if (src) return <Avatar src={src} className={className} />
  return (
    <span className={`picture picture-missing shrink-0 rounded-full text-sm ${className}`} aria-hidden>
      {toInitials(name)}
    </span>
  )
}

/** `HA` for Hanne Aasen: the first characters of the first and of the last word. */
function toInitials(name: string): string {
  const [first = '', ...others] = name.match(/(?<!\S)\S/gu) ?? []
  return (first + (others.at(-1) ?? '')).toUpperCase()
}
