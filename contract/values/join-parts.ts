/** Joins the parts that have a text, in their order. Anything but a text is a type error, so that no object is shown as one. */
export function joinParts(parts: readonly (string | null | undefined | false)[], separator = ', '): string {
  return parts.filter(Boolean).join(separator)
}
