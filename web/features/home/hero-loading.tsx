/** Holds the slider's place while the slides load. */
export function HeroLoading() {
  return (
    <div className="hero" role="status">
      <span className="sr-only">Loading slides…</span>
      <span className="loading mx-auto w-16" aria-hidden="true" />
    </div>
  )
}
