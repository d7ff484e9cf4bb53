import type { Material } from '#contract/materials.ts'

interface ClassMaterialProps {
  material: Material | null
  instructorName: string
}

/** The instructor's material for enrolled students: paragraphs and links. */
export function ClassMaterial({ material, instructorName }: ClassMaterialProps) {
  return (
    <section aria-labelledby="material-title" className="grid content-start gap-5 text-lg leading-relaxed">
      <h2 id="material-title" className="font-display text-3xl">
        Material
      </h2>
      {material && hasContent(material) ? (
        <MaterialContent {...material} />
      ) : (
        <p>{instructorName} hasn't added material yet. It will appear here.</p>
      )}
    </section>
  )
}

function MaterialContent({ text, links }: Material) {
  return (
    <>
      {withIndex(splitParagraphs(text)).map(([index, paragraph]) => (
        <p key={index} className="wrap-anywhere whitespace-pre-line">
          {paragraph}
        </p>
      ))}
      {links.length > 0 && (
        <>
          <h3 className="mt-4 text-xl">Read on</h3>
          <ul className="grid gap-2">
            {withIndex(links).map(([index, { words, address }]) => (
              <li key={index} className="wrap-anywhere">
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

function hasContent({ text, links }: Material): boolean {
  return text.trim() !== '' || links.length > 0
}

/** Splits a text at its blank lines. */
export function splitParagraphs(text: string): string[] {
  return text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
}

/** Pairs items with their index, the only key that tells equal paragraphs apart. */
function withIndex<T>(items: T[]): [index: number, item: T][] {
  return [...items.entries()]
}
