/** Holds the hero's place while its slides are on their way. */
export function HeroLoading() {
  return (
    <div className="hero-room" role="status">
      <span className="sr-only">Loading slides…</span>
      <span className="loading loading-ring mx-auto w-16" aria-hidden="true" />
    </div>
  )
}
