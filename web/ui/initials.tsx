/** `HA` for Hanne Aasen, in place of a photo: the first characters of the first and of the last word. */
export function Initials({ name }: { name: string }) {
  const [first = '', ...others] = name.match(/(?<!\S)\S/gu) ?? []
  return (
    <span className="text-sm" aria-hidden>
      {(first + (others.at(-1) ?? '')).toUpperCase()}
    </span>
  )
}
