import type { SchoolClass } from '#contract/classes.ts'
import { LEVEL_LABELS } from '#contract/levels.ts'

/** What the public page of a class will say, as its instructor wrote it, for the admin who decides. */
export function ClassTexts({ schoolClass: { level, description, outcome, bring } }: { schoolClass: SchoolClass }) {
  const texts = [
    ['Level', LEVEL_LABELS[level]],
    ['Description', description],
    ['What students make', outcome],
    ['What to bring', bring],
  ]
  return (
    <dl className="grid max-w-prose gap-4">
      {texts.map(
        ([name, text]) =>
          text && (
            <div key={name}>
              <dt className="edge-print text-soft">{name}</dt>
              <dd className="wrap-anywhere mt-1 whitespace-pre-line">{text}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
