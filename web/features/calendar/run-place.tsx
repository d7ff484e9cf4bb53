import type { Place, Run } from '#contract/runs.ts'
import { joinParts } from '#contract/values/join-parts.ts'

/**
 * Place of a run with a link to its map, or the link of an online run, which only its students have. Renders nothing
 * without either.
 */
export function RunPlace({ run: { place, online, link } }: { run: Run }) {
  if (online && link === undefined) return <p className="text-soft">Online</p>
  if (online)
    return link ? (
      <a href={link} rel="noreferrer" className="link py-1">
        Join online
      </a>
    ) : (
      <p className="text-soft">Online. The link will appear here.</p>
    )
  if (place === null) return null
  return (
    <p className="wrap-anywhere text-soft">
      {joinParts([place.name, place.address])}
      {/* On a line of its own, which stays where it is when the font of the text arrives. */}
      <a href={toMapUrl(place)} rel="noreferrer" className="link block w-fit py-1 text-base-content text-sm">
        Show map<span className="sr-only"> of {place.name}</span>
      </a>
    </p>
  )
}

/** Returns the page of OpenStreetMap at the position of a place, or at the search for its address. */
function toMapUrl({ name, address, latitude, longitude }: Place): string {
  if (latitude === null || longitude === null)
    return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address || name })}`
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
}
