import type { Material } from '#contract/classes.ts'

interface ClassMaterialProps {
  material: Material | null
  instructorName: string
}

/** What the instructor gives to those who are enrolled: paragraphs, and where to read on. */
export function ClassMaterial({ material, instructorName }: ClassMaterialProps) {
  return (
    <section aria-labelledby="material-title" className="grid content-start gap-5 text-lg leading-relaxed">
      <h2 id="material-title" className="font-display text-3xl">
        Material
      </h2>
      {material && hasAnything(material) ? (
        <Pages {...material} />
      ) : (
        <p>
          {instructorName} has not put any material here yet. You will find it on this page, and whatever you want to
          know before, you may ask by e-mail.
        </p>
      )}
    </section>
  )
}

function Pages({ text, links }: Material) {
  return (
    <>
      {numbered(paragraphsOf(text)).map(([at, paragraph]) => (
        <p key={at} className="wrap-anywhere whitespace-pre-line">
          {paragraph}
        </p>
      ))}
      {links.length > 0 && (
        <>
          <h3 className="mt-4 text-xl">Read on</h3>
          <ul className="grid gap-2">
            {numbered(links).map(([at, { words, address }]) => (
              <li key={at} className="wrap-anywhere">
                <a href={address} rel="noreferrer" className="link">
                  {words}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function hasAnything({ text, links }: Material): boolean {
  return text.trim() !== '' || links.length > 0
}

/** A blank line ends a paragraph. */
function paragraphsOf(text: string): string[] {
  return text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
}

/** The same may stand there twice, so only its place tells one from the other. */
function numbered<T>(items: T[]): [at: number, item: T][] {
  return [...items.entries()]
}
