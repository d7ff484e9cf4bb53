import stylesheet from './critique.css?url'

/** Loads the style sheet of the viewer. */
export function CritiqueStyles() {
  return <link rel="stylesheet" href={stylesheet} precedence="first" />
}
