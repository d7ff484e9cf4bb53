import type { MaterialFile, ShownMaterial } from '#contract/materials.ts'
import { formatFileSize } from '#web/ui/lists/file-size.ts'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'

export type MaterialContent = Pick<ShownMaterial, 'html' | 'links' | 'files'>

interface ClassMaterialProps {
  material: MaterialContent | null
  instructorName: string
}

/** The instructor's material for enrolled students: a text, pictures, files and links. */
export function ClassMaterial({ material, instructorName }: ClassMaterialProps) {
  return (
    <section aria-labelledby="material-title" className="grid content-start gap-5 text-lg leading-relaxed">
      <h2 id="material-title" className="font-display text-2xl">
        Material
      </h2>
      {material && hasContent(material) ? (
        <Content {...material} />
      ) : (
        <p>{instructorName} hasn't added material yet. It will appear here.</p>
      )}
    </section>
  )
}

function Content({ html, links, files }: MaterialContent) {
  return (
    <>
      {html && <RichText html={html} />}
      {files.map((file) => file.picture && <MaterialPicture key={file._id} file={file} picture={file.picture} />)}
      <Files files={files.filter(({ picture }) => picture === null)} />
      <Links links={links} />
    </>
  )
}

function Files({ files }: Pick<MaterialContent, 'files'>) {
  if (files.length === 0) return null
  return (
    <>
      <h3 className="mt-4 font-display text-2xl">Files</h3>
      <ul className="grid gap-2">
        {files.map(({ _id, name, bytes, path }) => (
          <li key={_id} className="wrap-anywhere">
            <a href={`${path}/download`} download={name} className="link">
              {name}
            </a>{' '}
            <span className="text-sm text-soft">{formatFileSize(bytes)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Links({ links }: Pick<MaterialContent, 'links'>) {
  if (links.length === 0) return null
  return (
    <>
      <h3 className="mt-4 font-display text-2xl">Read on</h3>
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
  )
}

/** Pixels across. The server sends the next larger view that it has. */
const WIDTHS = [480, 960, 1920]

interface MaterialPictureProps {
  file: MaterialFile
  picture: NonNullable<MaterialFile['picture']>
}

function MaterialPicture({ file: { name, path }, picture }: MaterialPictureProps) {
  return (
    <a href={`${path}/3840`} className="justify-self-start">
      <img
        src={`${path}/960`}
        srcSet={WIDTHS.map((width) => `${path}/${width} ${width}w`).join(', ')}
        sizes="(min-width: 64rem) 62rem, 100vw"
        alt={name.replace(/\.\w+$/, '')}
        {...picture}
        loading="lazy"
        className="h-auto max-h-[44rem] w-auto max-w-full bg-base-300"
      />
    </a>
  )
}

function hasContent({ html, links, files }: MaterialContent): boolean {
  return html !== '' || links.length > 0 || files.length > 0
}

/** Pairs items with their index, the only key that tells equal ones apart. */
function withIndex<T>(items: T[]): [index: number, item: T][] {
  return [...items.entries()]
}
