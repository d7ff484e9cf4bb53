import { useEffect, useRef, useState } from 'react'
import { sendPicture } from './send-picture.ts'

/** A picture that is not handed in yet. */
export interface ChosenPicture {
  key: number
  file: File
  /** A URL of this page. */
  preview: string
  intent: string
  error?: string | undefined
  /** From 0 to 1 while it is sent. */
  progress?: number | undefined
}

let lastKey = 0

/** Returns the pictures that a student has chosen for a submission, what changes and sends them, and notes on those that were sent. */
export function useChosenPictures(submissionId: string) {
  const [chosen, setChosen] = useState<ChosenPicture[]>([])
  const [notes, setNotes] = useState<string[]>([])
  useReleasedPreviews(chosen)
  const change = (key: number, values: Partial<ChosenPicture>) =>
    setChosen((all) => all.map((each) => (each.key === key ? { ...each, ...values } : each)))
  const remove = (key: number) => setChosen((all) => all.filter((each) => each.key !== key))
  const add = (files: File[]) =>
    setChosen((all) => [
      ...all,
      ...files.map((file) => ({ key: ++lastKey, file, preview: URL.createObjectURL(file), intent: '' })),
    ])
  const sendOne = async ({ key, file, intent }: ChosenPicture) => {
    change(key, { error: undefined, progress: 0 })
    const path = { params: { id: submissionId } }
    try {
      const note = await sendPicture(path, { file, intent }, (progress) => change(key, { progress }))
      if (note) setNotes((all) => [...all, `${file.name}: ${note}`])
      remove(key)
    } catch (error) {
      change(key, { error: (error as Error).message, progress: undefined })
    }
  }
  /** Sends one after the other: those that have arrived are safe. Does nothing while an intent is missing. */
  const send = async () => {
    const incomplete = chosen.filter(({ intent }) => intent.trim() === '')
    for (const { key } of incomplete) change(key, { error: 'Intent is required' })
    if (incomplete.length > 0) return
    setNotes([])
    for (const picture of chosen) await sendOne(picture)
  }
  return { chosen, notes, add, change, remove, send }
}

/** Frees the previews of pictures that are no longer chosen. */
function useReleasedPreviews(chosen: ChosenPicture[]): void {
  const shown = useRef<string[]>([])
  useEffect(() => {
    const present = chosen.map(({ preview }) => preview)
    for (const preview of shown.current) if (!present.includes(preview)) URL.revokeObjectURL(preview)
    shown.current = present
  }, [chosen])
}
