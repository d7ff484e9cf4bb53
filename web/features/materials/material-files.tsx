import { useState } from 'react'
import type { MaterialFile } from '#contract/materials.ts'
import { MAX_IMAGE_SIZE } from '#contract/values/image-limits.ts'
import { MAX_MATERIAL_FILE_BYTES } from '#contract/values/limits.ts'
import { Hint } from '#web/forms/edit-form.tsx'
import { About, Button } from '#web/ui/button.tsx'
import { confirm, DELETE_CONFIRMATION } from '#web/ui/confirm.ts'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { formatFileSize } from '#web/ui/lists/file-size.ts'
import { useSaveMaterial } from './save-material.ts'

interface MaterialFilesProps {
  classId: string
  files: MaterialFile[]
}

/** Adds and deletes the pictures and other files of a class's material, each at once. */
export function MaterialFiles({ classId, files }: MaterialFilesProps) {
  const { deleteFile } = useSaveMaterial(classId)
  const { isBusy, progress, send } = useFileSending(classId)
  return (
    <section aria-labelledby="files-title" className="grid content-start gap-4">
      <h2 id="files-title" className="font-display text-2xl">
        Pictures and files
      </h2>
      <ul className="border-line border-b">
        {files.map((file) => (
          <FileItem key={file._id} file={file} onDelete={() => deleteFile(file._id)} />
        ))}
      </ul>
      {progress !== null && (
        <progress className="progress-line" aria-label="Sending the files" value={progress} max={1} />
      )}
      <div>
        <FileButton label="Add files" busy={isBusy} onChoose={send} />
        <Hint>
          Only students of this class may open them. Pictures may have {MAX_IMAGE_SIZE}, and are shown without the place
          where they were taken; other files may have {formatFileSize(MAX_MATERIAL_FILE_BYTES)}.
        </Hint>
      </div>
    </section>
  )
}

/** Returns what sends files one after the other, and how much of them is sent; null for none. */
function useFileSending(classId: string) {
  const { addFile } = useSaveMaterial(classId)
  const { isBusy, run } = useBusy()
  const [progress, setProgress] = useState<number | null>(null)
  const sendAll = async (files: File[]) => {
    for (const [at, file] of files.entries()) await addFile(file, (part) => setProgress((at + part) / files.length))
  }
  const send = (files: File[]) => void run(() => sendAll(files)).finally(() => setProgress(null))
  return { isBusy, progress, send }
}

function FileItem({
  file: { name, bytes, picture, path },
  onDelete,
}: {
  file: MaterialFile
  onDelete: () => Promise<void>
}) {
  const { isBusy, run } = useBusy()
  const remove = async () => {
    if (await confirm({ ...DELETE_CONFIRMATION, detail: name })) await onDelete()
  }
  return (
    <li className="flex items-center gap-4 border-line border-t py-3">
      {picture && <img src={`${path}/100`} alt="" className="size-12 bg-base-300 object-cover" />}
      <p className="wrap-anywhere min-w-0 grow">
        {name} <span className="text-sm text-soft">{formatFileSize(bytes)}</span>
      </p>
      <Button look="ghost" className="btn-sm" busy={isBusy} onClick={() => run(remove)}>
        Delete
        <About>{name}</About>
      </Button>
    </li>
  )
}
