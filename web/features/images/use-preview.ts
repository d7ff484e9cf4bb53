import { useEffect, useState } from 'react'

/** Returns a URL under which this page can show `file` before it is uploaded. */
export function usePreview(file: File | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(objectUrl)
    }
  }, [file])
  return url
}
